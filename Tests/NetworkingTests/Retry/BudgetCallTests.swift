import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Calls that share a retry budget", .timeLimit(.minutes(10)))
struct BudgetCallTests {
    private static let status503 = NetworkError.Cause.status(HTTPFailure(status: 503))

    private func policy(_ budget: RetryPolicy.Budget) -> RetryPolicy {
        RetryPolicy(budget: budget, circuit: nil)
    }

    @Test("of a thousand calls that fail at once, only as many wait for a retry as the reserve pays for")
    func sleepers() async throws {
        let harness = try RetryHarness(
            policy(.init(share: 0, reserve: 7, opening: .full)), responding: .status(.serviceUnavailable))
        let session = harness.session
        async let failures = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1_000 { group.addTask { (try? await session.send(.item)) == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        await harness.monitor.waitForEvents(993) { $0 == .notRetried(.budgetEmpty) }
        await harness.clock.waitForSleepers(7)
        #expect(harness.clock.deadlines.count == 7)
        harness.clock.advance(by: .seconds(1))
        // Each fails again and finds an empty budget.
        #expect(await failures == 1_000)
        #expect(harness.transport.calls.count == 1_007)
    }

    @Test("a call with an empty budget ends with its last response, and reports the empty budget")
    func empty() async throws {
        let harness = try RetryHarness(
            policy(.init(share: 0.1, opening: .drawn)), jitter: 0, responding: .status(.serviceUnavailable))
        await expectError(Self.status503) { try await harness.session.send(.item) }
        #expect(harness.decisions == [.notRetried(.budgetEmpty)])
    }

    @Test("a cancelled retry returns its cost to the budget")
    func cancelled() async throws {
        let harness = try RetryHarness(
            policy(.init(share: 0, reserve: 1, opening: .full)), responding: .status(.serviceUnavailable),
            .status(.serviceUnavailable),
            .item)
        let first = Task { try await harness.session.send(.item) }
        await harness.clock.waitForSleepers(1)
        first.cancel()
        await expectError(.cancelled) { try await first.value }
        let second = Task { try await harness.session.send(.item) }
        await harness.clock.advanceToNextDeadline()
        #expect(try await second.value == Item(name: "pen"))
    }

    @Test("a call that can't be sent again spends nothing")
    func unspent() async throws {
        let harness = try RetryHarness(
            policy(.init(share: 0, reserve: 1, opening: .full)), jitter: 0, responding: .status(.serviceUnavailable),
            .status(.serviceUnavailable), .item)
        await expectError(Self.status503) { try await harness.session.send(.post(.none)) }
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
    }

    @Test("clients that share their origin health share the budget")
    func shared() async throws {
        let policy = policy(.init(share: 0, reserve: 1, opening: .full))
        let health = OriginHealth(policy: policy, random: SteadyRandom(0))
        let servers = (0..<2).map { _ in MockTransport(over: ScriptedServer([.status(.serviceUnavailable)])) }
        for server in servers {
            let interceptor = RetryInterceptor(health: health, random: SteadyRandom(0))
            let session = try Client.fixture(transport: server, interceptors: [interceptor]).session(
                for: TestGuest.self)
            await expectError(Self.status503) { try await session.send(.item) }
        }
        #expect(servers.map(\.calls.count) == [2, 1])
    }
}
