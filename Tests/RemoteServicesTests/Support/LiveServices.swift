import ContractSuites
import Digests
import InProcessBackend
import Networking
import Primitives
import RemoteServices
import TestSupport

/// The live services on a ``TestServer``.
enum LiveServices {
    /// Runs `body` with the services.
    static func run(_ body: @escaping @Sendable (ServiceSubject) async throws -> Void) async throws {
        try await withBackend { environment, transport in
            try await body(subject(at: environment, over: transport))
        }
    }

    /// Runs `body` with a backend's address and a transport to it.
    static func withBackend(
        _ body: @escaping @Sendable (APIEnvironment, BreakableTransport) async throws -> Void
    ) async throws {
        try await TestServer.run { environment, transport in
            try await body(environment, BreakableTransport(transport))
        }
    }

    private static func subject(
        at environment: APIEnvironment, over transport: BreakableTransport
    ) throws -> ServiceSubject {
        let faults = try Client.fixture(
            transport: transport, environment: APIEnvironment(name: "faults", baseURL: environment.baseURL),
            time: SystemTimeSource())
        return try .remote(
            over: transport, at: environment, time: SystemTimeSource(), hashing: SHA256Hashing(),
            cutConnection: { transport.cut() },
            expireAccessTokens: { try await faults.session(for: Guest.self).send(.expireAccessTokens()) })
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// The backend's fault switch.
    fileprivate static func expireAccessTokens() -> Self {
        Endpoint(.post, "/faults/expire-access-tokens", response: .nothing)
    }
}
