public import Foundation
public import HTTPTypes
public import Networking

/// A request as the server received it.
public struct ReceivedRequest: Sendable, Equatable {
    /// Method, target and header fields.
    public let head: HTTPRequest
    /// The whole body, without its framing.
    public let body: Data

    /// Creates a request from its parts.
    public init(head: HTTPRequest, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    /// Responds to one request, in place of a server.
    public typealias Handler = @Sendable (ReceivedRequest) async throws(TransportError) -> ServerResponse
}
