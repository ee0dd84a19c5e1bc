/// The result of one operation, or of one event of a subscription (GraphQL specification, section 7.1).
///
/// A partial result is a case of its own, because it must not be shown or stored as if it were complete.
public enum GraphQLResult<Value> {
    /// Data without errors.
    case complete(Value)
    /// Data in which the fields with errors are null. There is at least one error.
    case partial(Value, [GraphQLError])
    /// Errors without data. There is at least one error.
    case failed([GraphQLError])

    /// The data of a complete or partial result.
    public var value: Value? {
        switch self {
        case .complete(let value), .partial(let value, _): value
        case .failed: nil
        }
    }

    /// The errors in the server's order; empty for a complete result.
    public var errors: [GraphQLError] {
        switch self {
        case .complete: []
        case .partial(_, let errors), .failed(let errors): errors
        }
    }

    /// The errors of the field at `path` and of the fields within it, such as `errors(at: ["books", 0])`.
    public func errors(at path: [GraphQLError.PathSegment]) -> [GraphQLError] {
        errors.filter { $0.path.starts(with: path) }
    }
}

extension GraphQLResult: Sendable where Value: Sendable {}
extension GraphQLResult: Equatable where Value: Equatable {}
