import HTTPTypes
public import Networking

/// A transport under ``TransportContract``, and the server that it talks to.
public struct TransportSubject: Sendable {
    /// New, and shut down by nobody but the clause.
    public let transport: any Transport
    public let server: any RespondingServer

    /// A subject from its parts.
    public init(transport: any Transport, server: any RespondingServer) {
        self.transport = transport
        self.server = server
    }

    /// A request to the server.
    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: server.authority, path: path, headerFields: fields)
    }

    /// The answer to a GET of `path`.
    func get(_ path: String = "/") async throws(TransportError) -> ServerResponse {
        try await transport.send(request(.get, path), body: .empty)
    }
}
