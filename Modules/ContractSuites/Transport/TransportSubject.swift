import HTTPTypes
public import Networking

/// The transport that ``TransportContract`` checks, and its server.
public struct TransportSubject: Sendable {
    /// A new transport. Only the clause shuts it down.
    public let transport: any Transport
    /// Responds to the requests as the clause specifies.
    public let server: any RespondingServer

    /// Creates a subject from its parts.
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

    /// The response to a GET of `path`.
    func get(_ path: String = "/") async throws(TransportError) -> ServerResponse {
        try await transport.send(request(.get, path), body: .empty)
    }
}
