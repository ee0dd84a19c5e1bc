public import Networking
public import Primitives
import RemoteServices
public import Services
import TestSupport

/// The subject of ``TimeEntryServiceContract``: the services of two members, and their backend.
public struct TimeEntryServiceSubject: Sendable {
    /// The service of a member.
    public let mine: any TimeEntryService
    /// The service of another member.
    public let others: any TimeEntryService
    /// Makes the backend unreachable.
    public let cutConnection: @Sendable () -> Void

    /// Creates a subject from its parts.
    public init(
        mine: any TimeEntryService, others: any TimeEntryService, cutConnection: @escaping @Sendable () -> Void
    ) {
        (self.mine, self.others, self.cutConnection) = (mine, others, cutConnection)
    }

    /// The live services on a `FakeBackend`.
    public static func fakeBackend() async throws -> TimeEntryServiceSubject {
        let backend = try FakeBackend()
        return try await remote(over: backend, at: backend.environment, time: ManualClock()) { backend.cutConnection() }
    }

    /// The live services over `transport`, on a backend with the demo accounts.
    ///
    /// - Parameter cutConnection: makes the backend unreachable.
    public static func remote(
        over transport: any Transport, at environment: APIEnvironment, time: any TimeSource,
        cutConnection: @escaping @Sendable () -> Void
    ) async throws -> TimeEntryServiceSubject {
        @Sendable func service(of account: KnownAccount) async throws -> any TimeEntryService {
            let services = RemoteServicesFixture(over: transport, at: environment, time: time)
            return services.timeEntries(of: try await services.auth.login(account.credentials))
        }
        return TimeEntryServiceSubject(
            mine: try await service(of: .grace()), others: try await service(of: .ada()), cutConnection: cutConnection)
    }
}
