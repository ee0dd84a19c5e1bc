import BackendLauncher
import ContractSuites
import Foundation
import Models
import NIOTransport
import Networking
import Primitives
import RemoteServices
import Services
import TestSupport

/// The live feedback service over sockets, on a real backend of its own.
enum LiveFeedback {
    /// The backend's default.
    private static let messageLimit = 20

    /// Runs `body` with the service and its backend.
    static func run(_ body: @escaping @Sendable (FeedbackServiceSubject) async throws -> Void) async throws {
        try await BackendLauncher.run { backend in
            try await NIOTransport.withTransport { transport in
                try await body(subject(at: backend.url, over: BreakableTransport(transport)))
            }
        }
    }

    private static func subject(at url: URL, over transport: BreakableTransport) throws -> FeedbackServiceSubject {
        let services = try WiredServices(
            over: transport, at: APIEnvironment(name: "backend", baseURL: url, version: APIVersion(2)))
        let grace = try KnownAccount(id: "u-grace", email: "grace@example.com", password: "nanosecond-wire")
        return FeedbackServiceSubject(
            feedback: services.feedback, messageLimit: messageLimit,
            login: { try await services.auth.login(grace.credentials).id },
            logout: { _ = try await services.auth.logout(Account(id: grace.id, role: .member)) },
            cutConnection: { transport.cut() })
    }
}

extension WiredServices {
    var feedback: RemoteFeedbackService { RemoteFeedbackService(client: client, sessions: sessions) }
}
