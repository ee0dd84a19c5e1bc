import Foundation

/// A response body that could not be decoded as its endpoint declares.
public struct DecodingFailure: Sendable, Equatable {
    /// The place in the body, from the outside in, such as `items.3.created_at`; empty for the whole body.
    public let path: String
    /// The value or type that was expected there. Contains nothing that the server sent.
    public let expectation: String
    /// The received content around that place, as names and types without any value, such as
    /// `{created_at: number, id: string}`; `nil` if the body is empty or larger than 256 KiB.
    public let excerpt: String?

    /// Creates a failure from its parts.
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

    /// Uses the error's text only if the coder has added an underlying error. The standard library's texts quote the
    /// received value ("invalid String value …", "number … does not fit"), and so do the parser's texts at the root.
    private static func expectation(of context: DecodingError.Context) -> String {
        if context.codingPath.isEmpty { return "well-formed JSON with numbers in their range" }
        return context.underlyingError == nil ? "a valid value" : context.debugDescription
    }
}
