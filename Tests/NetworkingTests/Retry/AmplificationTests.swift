import TestSupport
import Testing

@testable import Networking

/// The load on a server that is down: attempts for each call that its clients made.
@Suite("Retry amplification in an outage")
struct AmplificationTests {
    /// Worst case first: with few calls the budget's initial balance dominates, with many its share.
    static let calls = [1, 2, 3, 5, 10, 30, 100]

    /// The settings for a fleet of short-lived clients.
    private let fleet = RetryPolicy(budget: .init(opening: .drawn))
    private let fleetWithoutCircuit = RetryPolicy(budget: .init(opening: .drawn), circuit: nil)

    @Test(
        "the fleet policy sends at most 1.2 attempts for each call to a server that is down, at any number of calls",
        arguments: calls)
    func drawn(calls: Int) {
        for seed in UInt64(1)...2 {
            for policy in [fleet, fleetWithoutCircuit] {
                let load = Outage(policy: policy, clients: 1_000, calls: calls).run(seed: seed)
                #expect(load.amplification <= 1.2, "seed \(seed), \(load)")
                #expect(load.attempts > 0, "seed \(seed): no client called")
            }
        }
        let refused = Outage(
            policy: fleet, clients: 1_000, calls: calls, failure: .failed(.transport(.connectionRefused)))
        #expect(refused.run(seed: 3).amplification <= 1.2, "seed 3")
    }

    @Test("the fleet policy has the same bound if all calls of a client are sent at once", arguments: calls)
    func burst(calls: Int) {
        let load = Outage(policy: fleetWithoutCircuit, clients: 1_000, calls: calls, pace: .zero).run(seed: 7)
        #expect(load.amplification <= 1.2, "seed 7, \(load)")
    }

    @Test(
        "without a circuit breaker, the fleet policy sends at most a tenth more attempts than calls",
        arguments: calls.prefix(5))
    func exact(calls: Int) {
        let load = Outage(policy: fleetWithoutCircuit, clients: 4_000, calls: calls).run(seed: 4)
        #expect(abs(load.amplification - 1.1) < 0.03, "seed 4, \(load)")
    }

    /// The default is for apps, whose users notice a failed call. Each client may spend its reserve in addition.
    @Test(
        "the default policy sends at most its share and each client's reserve in addition to the calls",
        arguments: calls)
    func standard(calls: Int) {
        let reserve = Double(RetryPolicy.Budget().reserve)
        let bound = min(3, 1.1 + reserve / Double(calls))
        for policy in [RetryPolicy.standard, RetryPolicy(circuit: nil)] {
            let load = Outage(policy: policy, clients: 1_000, calls: calls).run(seed: 9)
            #expect(load.amplification <= bound + 0.001, "seed 9, \(load)")
        }
        // The bound is reached without a circuit breaker, so it is not too generous.
        let worst = Outage(policy: RetryPolicy(circuit: nil), clients: 1_000, calls: calls).run(seed: 9)
        #expect(worst.amplification > bound - 0.15, "seed 9, \(worst)")
    }

    @Test("an outage after normal operation adds at most each client's reserve", arguments: [1, 3, 10, 30])
    func afterGoodTimes(calls: Int) {
        let outage = Outage(policy: fleetWithoutCircuit, clients: 1_000, calls: calls, callsBefore: 60)
        let load = outage.run(seed: 8)
        let reserves = 1_000 * RetryPolicy.Budget().reserve
        #expect(Double(load.attempts) <= Double(load.calls) * 1.1 + Double(reserves), "seed 8, \(load)")
        // Over the whole lifetime of these clients, the share is respected.
        let before = outage.clients * outage.callsBefore
        #expect(Double(load.attempts + before) <= Double(load.calls + before) * 1.2, "seed 8, \(load)")
    }

    @Test("an open circuit reduces the attempts below the number of calls")
    func circuit() {
        let load = Outage(policy: .standard, clients: 1_000, calls: 200).run(seed: 5)
        #expect(load.amplification < 0.4, "seed 5, \(load)")
    }

    @Test("without a budget, the simulated load is three times the calls")
    func controls() {
        let boundless = RetryPolicy(budget: nil, circuit: nil)
        let all = Outage(policy: boundless, clients: 1_000, calls: 30).run(seed: 6)
        #expect(all.amplification == 3, "seed 6, \(all)")
    }
}
