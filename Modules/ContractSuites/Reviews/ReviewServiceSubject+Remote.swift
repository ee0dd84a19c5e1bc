import Models
public import Networking
public import Primitives
import RemoteServices
import Services
import TestSupport

extension ReviewServiceSubject {
    /// The live services over `transport`, on a backend with the demo data and fault switches.
    ///
    /// - Parameter cutConnection: makes the backend unreachable.
    public static func remote(
        over transport: any Transport, at environment: APIEnvironment, time: any TimeSource,
        cutConnection: @escaping @Sendable () -> Void
    ) async throws -> ReviewServiceSubject {
        // One process for each account, because a process has one account logged in.
        let monitor = MockEventMonitor()
        let guests = RemoteServicesFixture(over: transport, at: environment, time: time, monitor: monitor)
        let members = RemoteServicesFixture(over: transport, at: environment, time: time)
        let others = RemoteServicesFixture(over: transport, at: environment, time: time)
        let member = try await members.auth.login(KnownAccount.grace().credentials)
        let other = try await others.auth.login(KnownAccount.ada().credentials)
        let faults = guests.client.client(for: try APIEnvironment(name: "faults", baseURL: environment.baseURL))
        return ReviewServiceSubject(
            guest: try guests.reviews(of: nil), member: try members.reviews(of: member),
            other: try others.reviews(of: other),
            subscribed: { await monitor.waitForEvents(1) { $0 == .responded(status: 200) } },
            failAverage: { try await faults.session(for: Guest.self).send(.failAverage()) },
            cutConnection: cutConnection)
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// The fault switch that makes the backend unable to compute the next average.
    fileprivate static func failAverage() -> Self {
        Endpoint(.post, "/faults/graphql-average-stars", body: .encodable(["count": 1]), response: .nothing)
    }
}
