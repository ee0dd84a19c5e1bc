import Persistence
import Services
import Testing

extension ServiceError {
    /// Records a test failure at the place where a failing double was made, and is what the double throws.
    static func unexpectedCall(_ name: String, _ sourceLocation: SourceLocation) -> ServiceError {
        .storage(.failed(reason: UnexpectedCall.record(name, sourceLocation: sourceLocation).description))
    }
}
