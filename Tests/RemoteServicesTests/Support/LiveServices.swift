import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization
import TestSupport

/// The subject of a service contract: services that the app's composition creates, on a new backend.
protocol BackendSubject: Sendable {
    /// The services of new processes, with empty stores.
    init(on backend: any ContractBackend) async throws
}

extension ContractClause where Subject: BackendSubject {
    /// Checks the live services on a new `FakeBackend`.
    func checkOnFakeBackend() async throws {
        try await check(Subject(on: FakeBackend()))
    }
}

/// The live services on a ``TestServer``.
enum LiveServices {
    /// Checks a clause of a service's contract.
    static func check<Subject: BackendSubject>(_ clause: ContractClause<Subject>) async throws {
        try await withBackend { backend in try await clause.check(Subject(on: backend)) }
    }

    /// Runs `body` with a new backend.
    static func withBackend(_ body: @escaping @Sendable (any ContractBackend) async throws -> Void) async throws {
        try await TestServer.run { environment, server in
            try await body(ServerBackend(environment: environment, server: server))
        }
    }
}

/// A server with the accounts and fault switches of the sample backend. A test can cut the connection to it: every call
/// fails until it is restored.
private final class ServerBackend: ContractBackend, Transport {
    let environment: APIEnvironment
    private let server: any Transport
    private let isCut = Atomic(false)

    init(environment: APIEnvironment, server: any Transport) {
        self.environment = environment
        self.server = server
    }

    var transport: any Transport { self }
    /// Stands still at the server's time, so that no limit of the services ends on a busy machine.
    let time: any TimeSource = ManualClock(start: .now)

    func cutConnection() { isCut.store(true, ordering: .sequentiallyConsistent) }

    func restoreConnection() { isCut.store(false, ordering: .sequentiallyConsistent) }

    func expireAccessTokens() async throws { try await arm("expire-access-tokens") }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !isCut.load(ordering: .sequentiallyConsistent) else { throw .connectionRefused }
        return try await server.send(request, body: body)
    }

    func shutdown() async { await server.shutdown() }
}

/// A backend that does not see the query of any request, so that every page of a list is the first one.
func ignoringQueries(_ backend: any ContractBackend) -> FakeTransport {
    let server = backend.transport
    return FakeTransport { request throws(TransportError) in
        var head = request.head
        head.path = head.path.map { String($0.prefix { $0 != "?" }) }
        return try await server.send(head, body: .data(request.body))
    }
}
