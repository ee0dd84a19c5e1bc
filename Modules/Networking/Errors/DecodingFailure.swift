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
            // A context below the root is our own coder's and says what form it wants; at the root it is the JSON
            // parser's, which quotes the text.
            let isRoot = context.codingPath.isEmpty
            self.init(
                path: Self.path(context.codingPath), expectation: isRoot ? "well-formed JSON" : context.debugDescription
            )
        default:
            self.init(path: "", expectation: "a valid value (\(type(of: error)): \(error))")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
