/// An answer that is not what its endpoint promised.
public struct DecodingFailure: Sendable, Equatable {
    /// From the outside in, such as `items.3.created_at`; empty for the whole body.
    public let path: String
    /// What was expected there. Repeats nothing that the server sent.
    public let expectation: String

    /// A failure from its parts.
    public init(path: String, expectation: String) {
        self.path = path
        self.expectation = expectation
    }

    init(_ error: any Error) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            self.init(path: Self.path(context.codingPath + [key]), expectation: "a value; the key is missing")
        case DecodingError.valueNotFound(let type, let context):
            self.init(path: Self.path(context.codingPath), expectation: "\(type), not null")
        case DecodingError.typeMismatch(let type, let context):
            self.init(path: Self.path(context.codingPath), expectation: "\(type)")
        case DecodingError.dataCorrupted(let context):
            self.init(path: Self.path(context.codingPath), expectation: Self.expectation(of: context))
        default:
            self.init(path: "", expectation: "a valid value (\(type(of: error)): \(error))")
        }
    }

    /// Only a coder that has thought of it says what form it wants, and gives its reason underneath. The standard
    /// library's own texts quote what came ("invalid String value …", "number … does not fit"), and at the root the
    /// parser's do.
    private static func expectation(of context: DecodingError.Context) -> String {
        if context.codingPath.isEmpty { return "well-formed JSON with numbers in their range" }
        return context.underlyingError == nil ? "a valid value" : context.debugDescription
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
