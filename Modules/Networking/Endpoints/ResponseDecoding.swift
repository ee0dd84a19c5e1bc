public import Foundation
import HTTPTypes

/// Which responses contain the value of an endpoint, and how their bodies are decoded.
public struct ResponseDecoding<Response: Sendable>: Sendable {
    /// The value of the Accept field; `nil` to use the environment's default headers.
    public let accept: String?
    /// Whether a response with a media type other than JSON is refused without decoding it. Such a response is usually
    /// an error page of a proxy or a login page of a network. Types with the suffix `+json` count as JSON. A response
    /// with a missing or invalid Content-Type is decoded.
    public let promisesJSON: Bool
    /// The statuses whose responses are decoded; `nil` for 200…299. Any other status fails with
    /// ``NetworkError/Cause/status(_:)``.
    private var statuses: Set<Int>?
    /// The media types that are decoded; `nil` to use the rule of ``promisesJSON``.
    private var mediaRanges: [MediaRange]?
    let verdict: ResponseVerdict.Reader?
    let decode: @Sendable (Data, any BodyCoding) throws -> Response

    /// - Parameters:
    ///   - accept: the requested media type.
    ///   - promisesJSON: whether a response with a media type other than JSON is refused.
    ///   - verdict: reads the outcome of the call from the body, whatever the status. Most endpoints need none.
    ///   - decode: may throw any error, which the session maps to ``NetworkError/Cause/decoding(_:)``. That failure
    ///     contains the text of an error of your own, so the text must not quote the response.
    public init(
        accept: String?, promisesJSON: Bool = false, verdict: ResponseVerdict.Reader? = nil,
        decode: @escaping @Sendable (Data, any BodyCoding) throws -> Response
    ) {
        self.accept = accept
        self.promisesJSON = promisesJSON
        self.verdict = verdict
        self.decode = decode
    }

    /// Decodes a wire type, which has the shape of the JSON, and maps it to a domain value in the same step.
    public static func json<Wire: Decodable & SendableMetatype>(
        _ wire: Wire.Type, as map: @escaping @Sendable (Wire) throws -> Response
    ) -> Self {
        Self(accept: "application/json", promisesJSON: true) { data, coding in
            try map(coding.decode(Wire.self, from: data))
        }
    }

    /// Decodes a wire type out of an envelope, `{"data": …}`, and maps it. Other members of the envelope are ignored.
    ///
    /// `{"error": {"code": …, "message": …}}` without data fails with ``NetworkError/Cause/status(_:)`` and the
    /// server's code and message, even if the status is 200.
    public static func enveloped<Wire: Decodable & SendableMetatype>(
        _ wire: Wire.Type, as map: @escaping @Sendable (Wire) throws -> Response
    ) -> Self {
        .json(Envelope<Wire>.self) { try map($0.data) }
    }

    /// The same decoding for `statuses` instead of 200…299, for an API that responds with a value and, for example,
    /// 404. Outside 200…299, a response that can't be decoded as the value still fails with its status.
    ///
    /// Interceptors act first: a redirect is followed and a 503 is retried, whatever `statuses` contains.
    public func accepting(statuses: some Sequence<Int>) -> Self {
        var decoding = self
        decoding.statuses = Set(statuses)
        return decoding
    }

    /// Whether a response of this status may contain the value.
    func accepts(_ status: HTTPResponse.Status) -> Bool {
        statuses?.contains(status.code) ?? (status.kind == .successful)
    }

    /// The value in a response outside 200…299; `nil` if the response is nothing but a failure.
    func value(inFailure head: HTTPResponse, _ data: Data, _ coding: any BodyCoding) -> Response? {
        accepts(head.status) && unexpectedMedia(head) == nil ? try? decode(data, coding) : nil
    }

    /// The same decoding for a response with one of these media types: `image/png`, or `image/*` for all images (RFC
    /// 9110 section 12.5.1). They become the Accept field. A response with a missing or invalid Content-Type is
    /// decoded.
    public func accepting(mediaTypes: String...) -> Self {
        var decoding = Self(
            accept: mediaTypes.joined(separator: ", "), promisesJSON: promisesJSON, verdict: verdict, decode: decode)
        decoding.statuses = statuses
        decoding.mediaRanges = mediaTypes.map(MediaRange.init)
        return decoding
    }

    /// The media type of a response that the endpoint does not accept; otherwise `nil`.
    func unexpectedMedia(_ head: HTTPResponse) -> MediaType? {
        guard promisesJSON || mediaRanges != nil,
            let type = head.headerFields.value(of: .contentType).flatMap(MediaType.init)
        else { return nil }
        let isExpected = mediaRanges?.contains { $0.contains(type) } ?? type.isJSON
        return isExpected ? nil : type
    }
}

extension ResponseDecoding where Response: Decodable {
    /// Decodes the value directly from JSON, without mapping it from another type.
    public static var json: Self {
        Self(accept: "application/json", promisesJSON: true) { data, coding in
            try coding.decode(Response.self, from: data)
        }
    }

    /// Decodes the value directly out of an envelope, `{"data": …}`, without mapping it from another type. Fails like
    /// ``enveloped(_:as:)``.
    public static var enveloped: Self { .json(Envelope<Response>.self) { $0.data } }
}

extension ResponseDecoding where Response == Void {
    /// Ignores the body, for endpoints without a response value.
    public static var nothing: Self { Self(accept: nil) { _, _ in } }
}

extension ResponseDecoding where Response == Data {
    /// Returns the body unchanged.
    public static var data: Self { Self(accept: "*/*") { data, _ in data } }
}

/// The wire type of `{"data": …}`.
struct Envelope<Wire: Decodable>: Decodable {
    let data: Wire

    private enum CodingKeys: String, CodingKey {
        case data, error
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if try members.hasValue(for: .error) {
            guard try members.hasValue(for: .data) else { throw EnvelopedError() }
        }
        data = try members.decode(Wire.self, forKey: .data)
    }
}

extension KeyedDecodingContainer {
    fileprivate func hasValue(for key: Key) throws -> Bool {
        try contains(key) && !decodeNil(forKey: key)
    }
}

/// The envelope contains an error instead of data. The error's details are read like those of a failed response
/// (``HTTPFailure``).
struct EnvelopedError: Error {}

/// The outcome of a call according to the response's body, for a protocol that reports failures with the status 200,
/// such as GraphQL. An endpoint of such a protocol has a function that reads it (``ResponseDecoding``).
public enum ResponseVerdict: Sendable, Equatable {
    /// The body adds nothing to the status.
    case byStatus
    /// The call failed, in part or as a whole. The response cache does not store the response.
    case incomplete
    /// The server refused the credential, as with the status 401. If `mayRepeat`, it is refreshed and the call is sent
    /// once more; otherwise the next call refreshes it. The response cache does not store the response.
    case credentialRefused(mayRepeat: Bool)

    /// Reads a verdict from a response's status and body.
    public typealias Reader = @Sendable (_ status: Int, _ body: Data) -> ResponseVerdict
}
