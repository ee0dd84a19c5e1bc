import Networking
import TransportSecurity

extension TransportError {
    /// Reports a refused key as a failed check of a secure connection.
    init(_ refusal: KeyRefusal) {
        self = .insecure(refusal == .unreadable ? .certificate : .pin, reason: refusal.reason)
    }
}
