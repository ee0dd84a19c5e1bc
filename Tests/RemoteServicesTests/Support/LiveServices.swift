import ContractSuites
import Digests
import HTTPTypes
import Networking
import Primitives
import RemoteServices
import Synchronization
import TestSupport

/// The live services on a ``TestServer``.
enum LiveServices {
    /// Checks a clause of a service's contract.
    static func check<Subject: BackendSubject>(_ clause: ContractClause<Subject>) async throws {
        try await withBackend { backend in try await clause.check(Subject(on: backend)) }
    }

    /// Runs `body` with a new backend.
    static func withBackend(_ body: @escaping @Sendable (ContractBackend) async throws -> Void) async throws {
        try await TestServer.run { environment, server in
            let transport = BreakableTransport(server)
            let faults = try Client.fixture(
                transport: transport, environment: APIEnvironment(name: "faults", baseURL: environment.baseURL),
                time: SystemTimeSource())
            try await body(
                ContractBackend(
                    transport: transport, environment: environment, time: SystemTimeSource(),
                    hashing: SHA256Hashing(), cutConnection: { transport.cut() },
                    expireAccessTokens: { try await faults.session(for: Guest.self).send(.expireAccessTokens()) }))
        }
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// The backend's fault switch.
    fileprivate static func expireAccessTokens() -> Self {
        Endpoint(.post, "/faults/expire-access-tokens", response: .nothing)
    }
}

/// A transport whose connection a test can cut: from then on every call fails.
private final class BreakableTransport: Transport {
    private let base: any Transport
    private let isCut = Atomic(false)

    init(_ base: any Transport) {
        self.base = base
    }

    func cut() {
        isCut.store(true, ordering: .sequentiallyConsistent)
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !isCut.load(ordering: .sequentiallyConsistent) else { throw .connectionRefused }
        return try await base.send(request, body: body)
    }

    func shutdown() async {
        await base.shutdown()
    }
}
