import EngineTestSupport
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("Token refreshes in a simulation", .timeLimit(.minutes(20)))
struct RefreshScenarioTests {
    private static let callers = 1_000

    /// Makes all calls at once and returns their errors.
    private func burst(_ member: SimulatedMember, in world: SimulatedWorld) async -> [NetworkError.Cause] {
        let log = CallLog()
        await log.burst(of: Array(repeating: member, count: Self.callers), in: world) { _ in .order(1) }
        return log.entries.compactMap { $0.error?.cause }
    }

    @Test("a thousand calls with an expired token cause one refresh", arguments: [true, false])
    func oneRefresh(isKnownToEnd: Bool) throws {
        try Simulation.run(seeds: 2) { world in
            let backend = try world.backend()
            backend.rules.reportsLifetime = isKnownToEnd
            // The responses arrive in any order, before, during and after the refresh.
            backend.delay(.milliseconds(5) ... .seconds(4), refreshes: .seconds(2) ... .seconds(2), in: world)
            let process = try SimulatedProcess(
                world, of: backend, over: SimulatedNetwork(world, to: backend.respond(to:)))
            let member = process.member(1)
            let causes = try world.run {
                try await world.time.sleep(for: backend.rules.accessLifetime + .seconds(1))
                return await burst(member, in: world)
            }
            #expect(causes == [], "seed \(world.seed)")
            #expect(backend.counts.refreshRequests == 1, "seed \(world.seed)")
            #expect(backend.counts.unauthorized == (isKnownToEnd ? 0 : Self.callers), "seed \(world.seed)")
            #expect(backend.orders(1) == Self.callers, "seed \(world.seed)")
        }
    }

    @Test("a refresh whose response is lost ends the session for all calls, without a loop")
    func lostResponse() throws {
        try Simulation.run(seeds: 2) { world in
            let backend = try world.backend()
            backend.rules.reportsLifetime = false
            let monitor = MockEventMonitor()
            let refreshes = SimulatedNetwork(world, to: backend.respond(to:))
            refreshes.conditions.lossOfResponse = 1
            let process = try SimulatedProcess(
                world, of: backend, over: SimulatedNetwork(world, to: backend.respond(to:)), refreshes: refreshes,
                monitor: monitor)
            let member = process.member(1)
            backend.expireAccessTokens()
            let (first, second, third) = try world.run {
                let first = await burst(member, in: world)
                refreshes.conditions = .calm
                try await world.time.sleep(for: .seconds(2))
                let second = await burst(member, in: world)
                try await world.time.sleep(for: .seconds(60))
                return (first, second, await burst(member, in: world))
            }
            // All calls report the failed refresh. It may have been a network failure, so the account stays logged in.
            #expect(first == Array(repeating: .transport(.connectionLost), count: Self.callers), "seed \(world.seed)")
            #expect(second == Array(repeating: .loggedOut, count: Self.callers), "seed \(world.seed)")
            #expect(third == second, "seed \(world.seed)")
            #expect(backend.counts.refreshRequests == 2, "seed \(world.seed)")
            #expect(backend.counts.reusedTokens == 1, "seed \(world.seed)")
            let reports = monitor.events.filter { $0.kind == .refreshFailed(.loggedOut) }
            #expect(reports.count == 1, "seed \(world.seed)")
        }
    }

    /// Two processes of one user for ten minutes. Their callers sometimes cancel early.
    private func twoProcesses(
        in world: SimulatedWorld, locking isLocked: Bool = true, refreshes conditions: NetworkConditions = .calm
    ) throws -> (counts: FakeBackend.Counts, responsesLost: Int, logouts: Int, cancelled: Int) {
        let backend = try world.backend()
        backend.rules.accessLifetime = .seconds(40)
        backend.delay(.milliseconds(5) ... .seconds(1), refreshes: .milliseconds(5) ... .seconds(8), in: world)
        let refreshes = SimulatedNetwork(world, to: backend.respond(to:), conditions: conditions)
        let monitor = MockEventMonitor()
        let log = CallLog()
        let credential = backend.logIn("u-1")
        let storage = InMemoryCredentialStorage(credential)
        let lock = isLocked ? InMemoryRefreshLock() : nil
        let members = try (0..<2).map { _ in
            let network = SimulatedNetwork(world, to: backend.respond(to:))
            return try SimulatedProcess(world, of: backend, over: network, refreshes: refreshes, monitor: monitor)
                .member(1, holding: credential, in: storage, lock: lock)
        }
        try world.run {
            await withDiscardingTaskGroup { group in
                for member in members {
                    for _ in 0..<4 { group.addTask { await callImpatiently(member, in: world, log) } }
                }
            }
        }
        return (
            backend.counts, refreshes.responsesLost,
            monitor.events.count { $0.kind == .refreshFailed(.loggedOut) },
            log.entries.count { $0.error?.isCancellation == true }
        )
    }

    private func callImpatiently(_ member: SimulatedMember, in world: SimulatedWorld, _ log: CallLog) async {
        while world.time.monotonicTime < .seconds(600) {
            try? await world.time.sleep(for: .seconds(20) * world.random.nextUnit())
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await log.send(.profile, of: member, in: world) }
                let patience = Duration.seconds(6) * world.random.nextUnit()
                group.addTask { try? await world.time.sleep(for: patience) }
                await group.next()
                group.cancelAll()
            }
        }
    }

    @Test("two processes with slow refreshes and cancelling callers never reuse a refresh token")
    func neverSpent() throws {
        try Simulation.run(seeds: 10) { world in
            let (counts, _, logouts, cancelled) = try twoProcesses(in: world)
            #expect(counts.reusedTokens == 0, "seed \(world.seed)")
            #expect(logouts == 0, "seed \(world.seed)")
            #expect(counts.refreshes > 8, "seed \(world.seed)")
            #expect(cancelled > 10, "seed \(world.seed): no call was cancelled")
        }
    }

    @Test(
        "after a lost response two processes reuse a refresh token at most once, and each reports the end once"
    )
    func lostResponses() throws {
        var conditions = NetworkConditions.calm
        conditions.lossOfResponse = 0.1
        try Simulation.run(seeds: 10) { world in
            let (counts, lost, logouts, _) = try twoProcesses(in: world, refreshes: conditions)
            // The rejection of a reused token can be lost too, and then the token is sent once more.
            #expect(counts.reusedTokens <= lost, "seed \(world.seed)")
            #expect(counts.endedSessions == min(counts.reusedTokens, 1), "seed \(world.seed)")
            #expect(logouts == 2 * counts.endedSessions, "seed \(world.seed)")
        }
    }

    @Test("control: two processes without a refresh lock reuse a refresh token")
    func unlocked() throws {
        try Simulation.run(seeds: 3) { world in
            let (counts, _, _, _) = try twoProcesses(in: world, locking: false)
            #expect(counts.reusedTokens > 0, "seed \(world.seed)")
            #expect(counts.endedSessions == 1, "seed \(world.seed)")
        }
    }
}

extension FakeBackend {
    /// Delays each response by a time from `calls`, and that to a refresh by one from `refreshes`.
    fileprivate func delay(
        _ calls: ClosedRange<Duration>, refreshes: ClosedRange<Duration>, in world: SimulatedWorld
    ) {
        rules.delay = { request in
            world.random.nextDuration(in: request.head.path == "/v2/auth/refresh" ? refreshes : calls)
        }
    }
}
