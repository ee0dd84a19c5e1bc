import EngineTestSupport
import Foundation
import HTTPTypes
import NetworkingTestSupport
import Primitives
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
    @Test("a cancelled retry returns its cost to the budget, and a call without budget ends with its response")
    func cancelled() async throws {
        let harness = try RetryHarness(
            RetryPolicy(budget: .init(share: 0, reserve: 1, opening: .full), circuit: nil),
            responding: .status(.serviceUnavailable), .status(.serviceUnavailable), .item, .status(.serviceUnavailable))
        let first = Task { try await harness.session.send(.item) }
        await harness.clock.waitForSleepers(1)
        first.cancel()
        await expectError(.cancelled) { try await first.value }
        let second = Task { try await harness.session.send(.item) }
        await harness.clock.advanceToNextDeadline()
        #expect(try await second.value == Item(name: "pen"))
        await expectError(.status(HTTPFailure(status: 503))) { try await harness.session.send(.item) }
        #expect(harness.decisions.last == .notRetried(.budgetEmpty))
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
        /// Whether the origin has a budget left, which it spends.
        func spend(_ number: Int, at second: Int) throws -> Bool {
            health.withState(of: try origin(number), at: .seconds(second)) {
                $0.reserveRetry(after: .zero, at: .seconds(second)) == nil
            }
        }
        // Using the first again makes the second the oldest, which starts over.
        let spent = try [1, 2, 3, 1, 4, 1, 2].enumerated().map { try spend($1, at: $0) }
        #expect(spent == [true, true, true, false, true, false, true])
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
        #expect(state.reserveRetry(after: .seconds(1), at: .seconds(1)) == .circuitOpen)
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
