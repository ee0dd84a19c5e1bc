public import Foundation
public import HTTPTypes

/// What came back from a server: the head, and the body as far as it has been read.
public struct ServerResponse: Sendable {
    public var head: HTTPResponse
    public var body: Body
    /// What it answers, which after a redirect is not what was asked for; the chain's innermost step says it, or a link
    /// that answers by itself. `nil` for an answer that has not come through a chain.
    public var target: RequestTarget?

    /// A response from its parts.
    public init(head: HTTPResponse, body: Body, target: RequestTarget? = nil) {
        self.head = head
        self.body = body
        self.target = target
    }

    /// A body is whole in memory or still on its way, depending on the call's ``BodyDelivery``.
    public enum Body: Sendable {
        case data(Data)
        case stream(ByteStream)

        /// The body in pieces, whichever form it has.
        package var stream: ByteStream {
            switch self {
            case .data(let data): ByteStream(data)
            case .stream(let stream): stream
            }
        }

        /// The whole body, which is at most `limit` bytes; reads what is still to come.
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
