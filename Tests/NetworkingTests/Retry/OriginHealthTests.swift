import Foundation
import Primitives
import TestSupport
import Testing

@testable import Networking

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
        let change = health.withKnownState(of: try origin(1)) { $0.record(.failed, for: .regular(epoch: 0), at: .zero) }
        #expect(change == nil)
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
        let retries = (0..<3).map { _ in state.reserveRetry(after: .seconds(9), at: .seconds(1)) }
        #expect(retries == [nil, .budgetEmpty, .budgetEmpty])
    }
}
