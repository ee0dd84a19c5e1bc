import Foundation
import HTTPTypes
public import Networking

/// The transport that ``WireContract`` checks, and its server.
public struct WireSubject: Sendable {
    /// A new transport. Only the clause shuts it down.
    public let transport: any Transport
    /// Sends the bytes that the clause specifies.
    public let server: any WireServer

    /// Creates a subject from its parts.
    public init(transport: any Transport, server: any WireServer) {
        self.transport = transport
        self.server = server
    }

    /// A request to the server, or to `authority`.
    func request(
        _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:], authority: String? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, scheme: "http", authority: authority ?? server.authority, path: "/", headerFields: fields)
    }

    /// The response to a GET.
    func get() async throws(TransportError) -> ServerResponse {
        try await transport.send(request(), body: .empty)
    }

    /// Sends a request, and returns it as the server received it.
    func received(
        _ method: HTTPRequest.Method, fields: HTTPFields = [:], body: RequestBody = .empty
    ) async throws -> WireRequest {
        let received = AsyncStream.makeStream(of: WireRequest.self)
        server.serve { connection in
            received.continuation.yield(try await connection.receiveRequest())
            try await connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        }
        let response = try await transport.send(request(method, fields: fields), body: body)
        _ = try await response.text
        for await request in received.stream { return request }
        throw TransportError.connectionLost
    }
}
