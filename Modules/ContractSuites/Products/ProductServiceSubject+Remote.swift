import Foundation
import Models
public import Networking
import Persistence
public import Primitives
import RemoteServices
import Services
import TestSupport

extension ProductServiceSubject {
    /// The live services on a `FakeBackend`, some time after the last of its products was created.
    public static func fakeBackend() async throws -> ProductServiceSubject {
        let clock = ManualClock(start: Date(timeIntervalSince1970: 1_772_528_400))
        let backend = try FakeBackend(time: clock)
        return try await remote(over: backend, at: backend.environment, time: clock) { backend.cutConnection() }
    }

    /// The live services over `transport`, on a backend with the demo data. All accounts share one store in memory.
    ///
    /// - Parameter cutConnection: makes the backend unreachable.
    public static func remote(
        over transport: any Transport, at environment: APIEnvironment, time: any TimeSource,
        cutConnection: @escaping @Sendable () -> Void
    ) async throws -> ProductServiceSubject {
        // One process for each account, because a process has one account logged in.
        let admins = RemoteServicesFixture(over: transport, at: environment, time: time)
        let members = RemoteServicesFixture(over: transport, at: environment, time: time)
        let admin = try await admins.auth.login(KnownAccount.ada().credentials)
        let member = try await members.auth.login(KnownAccount.grace().credentials)
        let store = InMemoryProductStore()
        return ProductServiceSubject(
            admin: admin, member: member,
            products: { ($0 == member ? members : admins).products(of: $0, store: store) },
            store: store, server: environment.origin.description, cutConnection: cutConnection)
    }
}
