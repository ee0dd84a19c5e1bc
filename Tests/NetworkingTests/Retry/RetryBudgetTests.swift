import Foundation
import HTTPTypes
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@testable import Networking

@Suite("Retry budget")
struct RetryBudgetTests {
    @Test("ten calls earn exactly one retry")
    func share() {
        var budget = RetryBudget(.init(opening: .drawn), draw: 0)
        var retries = 0
        for call in 1...1_000 {
            budget.earn()
            if budget.spend() { retries += 1 }
            #expect(retries == call / 10)
        }
    }

    @Test("a retry budget accumulates up to its reserve, which it starts with so that a first call can be retried")
    func reserve() {
        var budget = RetryBudget(.init(share: 0.1, reserve: 3, opening: .drawn), draw: 0)
        for _ in 0..<1_000 { budget.earn() }
        #expect((0..<10).map { _ in budget.spend() } == [true, true, true] + Array(repeating: false, count: 7))
        var full = RetryBudget(.init(share: 0), draw: 0)
        #expect((0..<6).map { _ in full.spend() } == [true, true, true, true, true, false])
    }

    @Test("a refund restores what was spent, up to the reserve")
    func refund() {
        var budget = RetryBudget(.init(reserve: 2, opening: .full), draw: 0)
        for _ in 0..<5 { budget.refund() }
        #expect((0..<3).map { _ in budget.spend() } == [true, true, false])
        budget.refund()
        #expect(budget.spend() == true)
    }

    @Test(
        "a random initial balance is a fraction of one retry, and its mean is the share", arguments: [1, 2, 5, 10, 33])
    func opening(calls: Int) {
        let clients = 20_000
        var retries = 0
        for client in 0..<clients {
            var budget = RetryBudget(.init(opening: .drawn), draw: Double(client) / Double(clients))
            for _ in 0..<calls {
                budget.earn()
                if budget.spend() { retries += 1 }
            }
        }
        let expected = Double(clients * calls) * 0.1
        #expect(abs(Double(retries) - expected) <= expected * 0.001 + 1)
    }

    @Test("invalid settings make the budget empty or bounded, and cause no crash")
    func odd() {
        for (share, reserve) in [(-1.0, 5), (0, 5), (0.1, 0), (0.1, -4)] {
            var budget = RetryBudget(.init(share: share, reserve: reserve, opening: .drawn), draw: 0.999)
            for _ in 0..<100 where share <= 0 || reserve <= 0 { budget.earn() }
            #expect(budget.spend() == false)
        }
        var generous = RetryBudget(.init(share: 40, reserve: .max, opening: .drawn), draw: 0)
        generous.earn()
        let first = generous.spend()
        let second = generous.spend()
        #expect(first && !second, "no call earns more than one retry")
    }
}

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
            let session = try Session.guest(over: server, through: [interceptor])
            await expectError(Self.status503) { try await session.send(.item) }
        }
        #expect(servers.map(\.calls.count) == [2, 1])
    }
}

@Suite("Origin health")
struct OriginHealthTests {
    private func origin(_ number: Int) throws -> Origin {
        try #require(URL(string: "https://host\(number).example.com").flatMap { Origin($0) })
    }

    @Test("origin health is bounded, and drops the least recently used origin first")
    func bounded() throws {
        let policy = RetryPolicy(budget: .init(share: 0, reserve: 1, opening: .full), circuit: nil)
        let health = OriginHealth(policy: policy, random: SteadyRandom(0), capacity: 3)
        func spend(_ number: Int, at second: Int) throws -> Bool {
            health.withState(of: try origin(number), at: .seconds(second)) {
                $0.reserveRetry(after: .zero, at: .seconds(second)) == nil
            }
        }
        for number in 1...3 {
            let isFirst = try spend(number, at: number)
            #expect(isFirst)
        }
        // Using the first again makes the second the oldest.
        let again = try spend(1, at: 4)
        #expect(!again)
        let fourth = try spend(4, at: 5)
        #expect(fourth)
        #expect(health.count == 3)
        let stored = try spend(1, at: 6)
        #expect(!stored, "the first is still there")
        let forgotten = try spend(2, at: 7)
        #expect(forgotten, "the second starts over")
        for number in 10..<500 { _ = try spend(number, at: number) }
        #expect(health.count == 3)
    }

    @Test("a result for a dropped origin is ignored and does not restore it")
    func forgotten() throws {
        let health = OriginHealth(random: SteadyRandom(0), capacity: 1)
        #expect(
            health.withKnownState(of: try origin(1)) { $0.record(.failed, for: .regular(epoch: 0), at: .zero) } == nil)
        #expect(health.count == 0)
    }

    @Test("a rejected call adds nothing to the budget")
    func refusedEarnsNothing() {
        let policy = RetryPolicy(
            budget: .init(share: 1, reserve: 5, opening: .drawn), circuit: .init(minimumAttempts: 1, pause: .seconds(5))
        )
        var state = OriginState(policy, draw: 0)
        guard case .admitted(let permit, _) = state.admit(at: .zero) else {
            Issue.record("a closed circuit refused")
            return
        }
        _ = state.record(.failed, for: permit, at: .zero)
        for _ in 0..<10 { _ = state.admit(at: .seconds(1)) }
        // Only the share of the one admitted call.
        #expect(
            (0..<3).map { _ in state.reserveRetry(after: .seconds(9), at: .seconds(1)) } == [
                nil, .budgetEmpty, .budgetEmpty,
            ])
        // A retry that the circuit refuses after its delay is refunded.
        _ = state.admitRetry(at: .seconds(1))
        #expect(state.reserveRetry(after: .seconds(9), at: .seconds(1)) == nil)
    }
}
