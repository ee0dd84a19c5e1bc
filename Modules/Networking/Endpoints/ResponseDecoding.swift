public import Foundation
import HTTPTypes

/// How the body of a successful answer becomes a value.
public struct ResponseDecoding<Response: Sendable>: Sendable {
    /// What the Accept field says, or `nil` to leave it to the environment.
    public let accept: String?
    /// Whether an answer of another media type is refused before it is read: a proxy's page or a network's sign-in is
    /// no answer of the service. An answer that names no type, or one that can't be read, gets the benefit of the
    /// doubt; every type that is JSON by its suffix is taken, `application/problem+json` included.
    public let promisesJSON: Bool
    let decode: @Sendable (Data, any BodyCoding) throws -> Response

    /// - Parameters:
    ///   - accept: the media type that the server is asked for.
    ///   - promisesJSON: whether any other media type is refused.
    ///   - decode: may throw anything; the session turns it into a decoding error with its path. What an error of your
    ///     own prints stands in that error, so it should not repeat what the server sent.
    public init(
        accept: String?, promisesJSON: Bool = false,
        decode: @escaping @Sendable (Data, any BodyCoding) throws -> Response
    ) {
        self.accept = accept
        self.promisesJSON = promisesJSON
        self.decode = decode
    }

    /// Decodes a wire type and maps it to a domain value in the same step.
    public static func json<Wire: Decodable & SendableMetatype>(
        _ wire: Wire.Type, as map: @escaping @Sendable (Wire) throws -> Response
    ) -> Self {
        Self(accept: "application/json", promisesJSON: true) { data, coding in
            try map(coding.decode(Wire.self, from: data))
        }
    }

    /// The same for an API that wraps its answers: `{"data": …}`. What stands beside `data` is not looked at.
    public static func enveloped<Wire: Decodable & SendableMetatype>(
        _ wire: Wire.Type, as map: @escaping @Sendable (Wire) throws -> Response
    ) -> Self {
        .json(Envelope<Wire>.self) { try map($0.data) }
    }

    /// The type of an answer that breaks the promise.
    func unexpectedMedia(_ head: HTTPResponse) -> MediaType? {
        guard promisesJSON, let type = head.headerFields.value(of: .contentType).flatMap(MediaType.init) else {
            return nil
        }
        return type.isJSON ? nil : type
    }
}

private struct Envelope<Wire: Decodable>: Decodable {
    let data: Wire
}

extension ResponseDecoding where Response: Decodable {
    /// Decodes the value itself.
    public static var json: Self {
        Self(accept: "application/json", promisesJSON: true) { data, coding in
            try coding.decode(Response.self, from: data)
        }
    }

    /// Decodes the value out of its envelope, `{"data": …}`.
    public static var enveloped: Self { .json(Envelope<Response>.self) { $0.data } }
}

extension ResponseDecoding where Response == Void {
    /// Nothing is expected: a body, if there is one, is not looked at.
    public static var nothing: Self { Self(accept: nil) { _, _ in } }
}

extension ResponseDecoding where Response == Data {
    /// The bytes as they came.
    public static var data: Self { Self(accept: "*/*") { data, _ in data } }
}
