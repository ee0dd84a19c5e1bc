import EngineTestSupport
public import Foundation
import HTTPTypes
public import Networking
import Testing

/// The transport that ``WireContract`` checks, and its server.
public struct WireSubject: Sendable {
    /// A new transport. Only the clause shuts it down.
    public let transport: any Transport
    /// Sends the bytes that the clause specifies.
    public let server: any WireServer

    public init(transport: any Transport, server: any WireServer) {
        self.transport = transport
        self.server = server
    }

    /// The response to a request to the server, or to `authority`.
    func send(
        _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:], body: RequestBody = .empty,
        to authority: String? = nil
    ) async throws(TransportError) -> ServerResponse {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: authority ?? server.authority, path: "/", headerFields: fields)
        return try await transport.send(request, body: body)
    }

    /// The response to a GET.
    func get() async throws(TransportError) -> ServerResponse { try await send() }

    /// Expects that the call that receives these bytes fails as an invalid response.
    func expectInvalid(_ response: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        server.serve(response)
        let error = await #expect(throws: TransportError.self, "\(response)", sourceLocation: sourceLocation) {
            try await get().text
        }
        if case .invalidResponse = error { return }
        Issue.record(
            "expected invalidResponse, got \(String(describing: error)) for \(response)",
            sourceLocation: sourceLocation)
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
        _ = try await send(method, fields: fields, body: body).text
        for await request in received.stream { return request }
        throw TransportError.connectionLost
    }
}

/// A server that sends exactly the bytes of a script: the server of ``WireContract``. Its implementation is outside
/// this module, which has no sockets.
public protocol WireServer: Sendable {
    /// Host and port of the server.
    var authority: String { get }

    /// Host and port without a listener.
    var refusingAuthority: String { get }

    /// How many connections have been made to the server.
    var connectionCount: Int { get }

    /// Runs `script` on each new connection, and closes the connection at its end. An error of the script closes the
    /// connection too.
    func serve(_ script: @escaping @Sendable (any WireConnection) async throws -> Void)
}

extension WireServer {
    /// Sends `response` to one request of each connection, and closes the connection. Without `Connection: close` in
    /// the response, the client may notice that only on its next call.
    func serve(_ response: String) {
        serve(Data(response.utf8))
    }

    /// The same for a response that is not text.
    func serve(_ response: Data) {
        serve { connection in
            _ = try await connection.receiveRequest()
            try await connection.send(response)
        }
    }

    /// Sends `response` to one request of each connection, and passes `ended` when the client has closed it.
    func serveUntilEnd(_ response: String, _ ended: Gate = Gate(isOpen: true)) {
        serve { connection in
            _ = try await connection.receiveRequest()
            try await connection.send(response)
            await connection.waitForEnd()
            await ended.pass()
        }
    }

    /// Sends `response` to all requests of each connection.
    func serveAlways(_ response: String) {
        serve { connection in
            while true {
                _ = try await connection.receiveRequest()
                try await connection.send(response)
            }
        }
    }
}

/// One connection to a ``WireServer``, used by one script only.
public protocol WireConnection {
    /// Receives a whole request, including its body.
    func receiveRequest() async throws -> WireRequest

    /// Receives the head of a request. ``skipBody(of:)`` receives its body.
    func receiveHead() async throws -> WireRequest

    /// Receives the body of the request with this head, and returns its length in bytes.
    func skipBody(of head: WireRequest) async throws -> Int

    /// Sends exactly these bytes. Returns when the connection accepts more.
    func send(_ bytes: Data) async throws

    /// Ends the connection by a TCP reset.
    func reset() async throws

    /// Returns when the client has closed the connection.
    func waitForEnd() async
}

extension WireConnection {
    /// Sends exactly this text, as UTF-8.
    func send(_ text: String) async throws {
        try await send(Data(text.utf8))
    }
}

/// A request as the server reads it from the wire.
public struct WireRequest: Sendable {
    /// The request line, such as `GET / HTTP/1.1`.
    public let line: String
    /// The header fields in order, with their names as sent.
    public let fields: [(name: String, value: String)]
    /// The body without its framing.
    public let body: Data

    public init(line: String, fields: [(name: String, value: String)], body: Data) {
        self.line = line
        self.fields = fields
        self.body = body
    }

    /// All values of one field, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// The limits of a transport that ``WireContract/limitClauses`` checks. `nil` leaves the transport's default.
public struct WireLimits: Sendable {
    /// How long an exchange may wait for the server without progress.
    public var idleTimeout: Duration?
    /// How many bytes a decoded body may have.
    public var decodedBodyLimit: Int?
}

/// Transports of one kind with the limits of a clause of ``WireContract/limitClauses``, and their server.
public struct LimitedWireSubject: Sendable {
    private let server: any WireServer
    private let makeTransport: @Sendable (WireLimits) -> any Transport

    /// - Parameter makeTransport: creates a transport with these limits. The clause shuts it down.
    public init(server: any WireServer, makeTransport: @escaping @Sendable (WireLimits) -> any Transport) {
        self.server = server
        self.makeTransport = makeTransport
    }

    /// Runs `body` with a transport that has `limits`.
    func limited(by limits: WireLimits, _ body: (WireSubject) async throws -> Void) async throws {
        let transport = makeTransport(limits)
        do {
            try await body(WireSubject(transport: transport, server: server))
        } catch {
            await transport.shutdown()
            throw error
        }
        await transport.shutdown()
    }
}
