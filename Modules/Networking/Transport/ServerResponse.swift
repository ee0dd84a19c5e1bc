public import Foundation
public import HTTPTypes

/// A server's response: the head, and the body as data or as a stream.
public struct ServerResponse: Sendable {
    /// Status and header fields.
    public var head: HTTPResponse
    /// The body, complete or as a stream.
    public var body: Body
    /// The URI of the request for this response: after a redirect, the redirect's target. The pipeline sets it, or an
    /// interceptor that responds without the transport. `nil` before that, or if the URI may contain an API key.
    public var target: RequestTarget?

    /// Creates a response from its parts.
    public init(head: HTTPResponse, body: Body, target: RequestTarget? = nil) {
        self.head = head
        self.body = body
        self.target = target
    }

    /// A response body, complete or still arriving, depending on the call's ``BodyDelivery``.
    public enum Body: Sendable {
        case data(Data)
        case stream(ByteStream)

        /// The body as a stream, in either case.
        package var stream: ByteStream {
            switch self {
            case .data(let data): ByteStream(data)
            case .stream(let stream): stream
            }
        }

        /// Returns the complete body; reads a stream to its end. Throws if the body is larger than `limit` bytes.
        public func collect(upTo limit: Int) async throws(TransportError) -> Data {
            switch self {
            case .data(let data):
                guard data.count <= limit else { throw .responseTooLarge(limit: limit) }
                return data
            case .stream(let stream): return try await stream.collect(upTo: limit)
            }
        }
    }
}
