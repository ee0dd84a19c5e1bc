import Models
public import Networking
public import Primitives
import RemoteServices
import Services
import TestSupport

extension FeedbackServiceSubject {
    /// The live service on a `FakeBackend`.
    public static func fakeBackend() throws -> FeedbackServiceSubject {
        let backend = try FakeBackend()
        return try remote(over: backend, at: backend.environment, time: ManualClock()) { backend.cutConnection() }
    }

    /// The live service over `transport`, on a backend with the demo data and the default limits.
    ///
    /// - Parameter cutConnection: makes the backend unreachable.
    public static func remote(
        over transport: any Transport, at environment: APIEnvironment, time: any TimeSource,
        cutConnection: @escaping @Sendable () -> Void
    ) throws -> FeedbackServiceSubject {
        let services = RemoteServicesFixture(over: transport, at: environment, time: time)
        let member = try KnownAccount.grace()
        return FeedbackServiceSubject(
            feedback: services.feedback, messageLimit: 20,
            login: { try await services.auth.login(member.credentials).id },
            logout: { _ = try await services.auth.logout(Account(id: member.id, role: .member)) },
            cutConnection: cutConnection)
    }
}
