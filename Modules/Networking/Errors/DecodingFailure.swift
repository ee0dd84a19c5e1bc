import Foundation

/// An answer that is not what its endpoint promised.
public struct DecodingFailure: Sendable, Equatable {
    /// From the outside in, such as `items.3.created_at`; empty for the whole body.
    public let path: String
    /// What was expected there. Repeats nothing that the server sent.
    public let expectation: String
    /// What the server sent around that place, as names and types without any value, such as
    /// `{created_at: number, id: string}`; `nil` where nothing came, or too much to look at twice.
    public let excerpt: String?

    /// A failure from its parts.
    public init(path: String, expectation: String, excerpt: String? = nil) {
        self.path = path
        self.expectation = expectation
        self.excerpt = excerpt
    }

    init(_ error: any Error, in body: Data, coding: any BodyCoding) {
        let (keys, expectation) = Self.place(of: error)
        self.init(
            path: keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."),
            expectation: expectation, excerpt: BodyExcerpt.text(of: body, around: keys, coding: coding))
    }

    private static func place(of error: any Error) -> ([any CodingKey], expectation: String) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            (context.codingPath + [key], "a value; the key is missing")
        case DecodingError.valueNotFound(let type, let context): (context.codingPath, "\(type), not null")
        case DecodingError.typeMismatch(let type, let context): (context.codingPath, "\(type)")
        case DecodingError.dataCorrupted(let context): (context.codingPath, expectation(of: context))
        default: ([], "a valid value (\(type(of: error)): \(error))")
        }
    }

    /// Only a coder that has thought of it says what form it wants, and gives its reason underneath. The standard
    /// library's own texts quote what came ("invalid String value …", "number … does not fit"), and at the root the
    /// parser's do.
    private static func expectation(of context: DecodingError.Context) -> String {
        if context.codingPath.isEmpty { return "well-formed JSON with numbers in their range" }
        return context.underlyingError == nil ? "a valid value" : context.debugDescription
    }
}
