import Persistence
import Services

extension ServiceError {
    /// The error that a failing double throws.
    static func unexpectedCall(_ name: String, _ origin: DoubleOrigin) -> ServiceError {
        .storage(.failed(reason: origin.unexpectedCall(name).description))
    }
}
