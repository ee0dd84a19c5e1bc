public import Foundation

/// How the body of a successful answer becomes a value.
public struct AnswerDecoding<Response: Sendable>: Sendable {
    /// What the Accept field says, or `nil` to leave it to the environment.
    public let accept: String?
    let decode: @Sendable (Data, any BodyCoding) throws -> Response

    /// - Parameters:
    ///   - accept: the media type that the server is asked for.
    ///   - decode: may throw anything; the session turns it into a decoding error with its path. What an error of your
    ///     own prints stands in that error, so it should not repeat what the server sent.
    public init(accept: String?, decode: @escaping @Sendable (Data, any BodyCoding) throws -> Response) {
        self.accept = accept
        self.decode = decode
    }

    /// Decodes a wire type and maps it to a domain value in the same step.
    public static func json<Wire: Decodable & SendableMetatype>(
        _ wire: Wire.Type, as map: @escaping @Sendable (Wire) throws -> Response
    ) -> Self {
        Self(accept: "application/json") { data, coding in try map(coding.decode(Wire.self, from: data)) }
    }
}

extension AnswerDecoding where Response: Decodable {
    /// Decodes the value itself.
    public static var json: Self {
        Self(accept: "application/json") { data, coding in try coding.decode(Response.self, from: data) }
    }
}

extension AnswerDecoding where Response == Void {
    /// Nothing is expected: a body, if there is one, is not looked at.
    public static var nothing: Self { Self(accept: nil) { _, _ in } }
}

extension AnswerDecoding where Response == Data {
    /// The bytes as they came.
    public static var data: Self { Self(accept: "*/*") { data, _ in data } }
}
