public import EngineTestSupport
import Foundation
public import HTTPTypes
public import Networking
import Testing

/// The contract that every ``Networking/Transport`` fulfills, over a network or in memory. ``WireContract`` adds the
/// promises about the bytes of HTTP/1.1.
public enum TransportContract {
    /// The clauses. Each needs a new transport and its own server.
    public static var clauses: [ContractClause<TransportSubject>] {
        requestClauses + requestBodyClauses + headClauses + bodyClauses + optionsClauses + cancellationClauses
            + shutdownClauses
    }
}

/// The transport that ``TransportContract`` checks, and its server.
public struct TransportSubject: Sendable {
    /// A new transport. Only the clause shuts it down.
    public let transport: any Transport
    /// Responds to the requests as the clause specifies.
    public let server: any RespondingServer

    public init(transport: any Transport, server: any RespondingServer) {
        self.transport = transport
        self.server = server
    }

    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: server.authority, path: path, headerFields: fields)
    }

    /// The response to a GET of `path`.
    func get(_ path: String = "/") async throws(TransportError) -> ServerResponse {
        try await transport.send(request(.get, path), body: .empty)
    }

    func send(
        _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:], body: RequestBody = .empty
    ) async throws(TransportError) -> ServerResponse {
        try await transport.send(request(method, fields: fields), body: body)
    }
}

/// The server of ``TransportContract``: it responds to each request with a closure. A server on a network writes the
/// response as ordinary HTTP. `FakeTransport` is its own server.
public protocol RespondingServer: Sendable {
    /// The host of the server, with a port if it needs one.
    var authority: String { get }

    /// Uses `handler` for all later requests.
    ///
    /// - Parameter handler: an error that it throws ends the connection. A streamed body is sent chunk by chunk.
    func respond(with handler: @escaping ReceivedRequest.Handler)
}

extension FakeTransport: RespondingServer {}

extension Data {
    /// The FNV-1a hash of the bytes, with 64 bits.
    var checksum: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension ServerResponse {
    /// The whole body as text.
    var text: String {
        get async throws(TransportError) {
            String(decoding: try await body.collect(upTo: 16 * 1024 * 1024), as: UTF8.self)
        }
    }

    func expectText(
        _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws(TransportError) {
        let found = try await text
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}

/// A transport that only uses buffered responses (``Networking/Transport/send(_:body:on:)``), so that the contracts
/// check that method as well.
public struct BufferedResponses: Transport {
    private let base: any Transport

    /// - Parameter base: sends the requests.
    public init(from base: any Transport) {
        self.base = base
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await base.send(request, body: body, on: ExchangeOptions(.buffered(limit: .max)))
    }

    public func shutdown() async {
        await base.shutdown()
    }
}

extension BufferedResponses {
    /// The clauses of a contract that apply to buffered responses.
    public static func clauses<Subject>(of clauses: [ContractClause<Subject>]) -> [ContractClause<Subject>] {
        clauses.filter { !promisesOfBodiesUnderWay.contains($0.promise) }
    }

    /// The names of the clauses that require the head before the body is complete. They do not apply to buffered
    /// responses.
    public static let promisesOfBodiesUnderWay: Set<String> = [
        "deadlines do not apply to streamed bodies",
        "a second reader of a body gets an error, and the first one every byte",
        "shutdown during a body ends it as closed, for current and later readers",
        "the head is available before the body", "a reset during the body is an error",
        "a slow reader limits how much the server can send, and the whole body arrives",
        "cancelling during the body ends the connection", "discarding an unfinished response closes the connection",
    ]
}
