import Services
import Testing

extension ServiceFailure {
    /// Records a test failure at the place where a failing double was made, and is what the double throws.
    static func unexpectedCall(_ name: String, _ sourceLocation: SourceLocation) -> ServiceFailure {
        let call = UnexpectedCall.record(name, sourceLocation: sourceLocation)
        return .storage(reason: call.description, underlying: call)
    }
}
