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

    @Test("a retry budget accumulates up to its reserve")
    func reserve() {
        var budget = RetryBudget(.init(share: 0.1, reserve: 3, opening: .drawn), draw: 0)
        for _ in 0..<1_000 { budget.earn() }
        let spent = (0..<10).map { _ in budget.spend() }
        #expect(spent == [true, true, true] + Array(repeating: false, count: 7))
    }

    @Test("a refund restores what was spent, up to the reserve")
    func refund() {
        var budget = RetryBudget(.init(reserve: 2, opening: .full), draw: 0)
        for _ in 0..<5 { budget.refund() }
        let spent = (0..<3).map { _ in budget.spend() }
        #expect(spent == [true, true, false])
        budget.refund()
        let again = budget.spend()
        #expect(again)
    }

    @Test("a retry budget starts with its reserve, so that a process's first call can be retried")
    func full() {
        var budget = RetryBudget(.init(share: 0), draw: 0)
        let spent = (0..<6).map { _ in budget.spend() }
        #expect(spent == [true, true, true, true, true, false])
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
            let spent = budget.spend()
            #expect(!spent)
        }
        var generous = RetryBudget(.init(share: 40, reserve: .max, opening: .drawn), draw: 0)
        generous.earn()
        let first = generous.spend()
        let second = generous.spend()
        #expect(first && !second, "no call earns more than one retry")
    }
}
