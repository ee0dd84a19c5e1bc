import Networking
import TransportSecurity

/// One accepted key of a host's certificate, as a setting specifies it.
struct HostPin: Sendable, Equatable {
    /// In lower case, because all spellings of a host share one set of keys.
    let host: String
    let key: KeyPin

    /// - Parameter text: `host=sha256/BASE64`, the host without port and scheme; `nil` for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let key = try? KeyPin(parts[1]),
            let set = try? PinSet(host: parts[0], keys: [key], acceptingNoBackup: true)
        else { return nil }
        (host, self.key) = (set.host, key)
    }
}
