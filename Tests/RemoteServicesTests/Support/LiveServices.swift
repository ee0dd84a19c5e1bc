import BackendLauncher
import ContractSuites
import Digests
import Foundation
import NIOTransport
import Networking
import Primitives
import RemoteServices
import TestSupport

/// The live services over sockets, each on a real backend of its own.
enum LiveServices {
    /// Runs `body` with the services.
    static func run(_ body: @escaping @Sendable (ServiceSubject) async throws -> Void) async throws {
        try await BackendLauncher.run { backend in
            try await NIOTransport.withTransport { transport in
                try await body(subject(at: backend.url, over: BreakableTransport(transport)))
            }
        }
    }

    private static func subject(at url: URL, over transport: BreakableTransport) throws -> ServiceSubject {
        let environment = try APIEnvironment(name: "backend", baseURL: url, version: APIVersion(2))
        let faults = try Client.fixture(
            transport: transport, environment: APIEnvironment(name: "faults", baseURL: url), time: SystemTimeSource())
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
