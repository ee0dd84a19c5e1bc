import TestSupport
import Testing

@testable import Networking

/// What a server that is down gets to bear: attempts for each call that its clients were asked to make.
@Suite("A full outage")
struct AmplificationTests {
    /// Worst first: with few calls it is the opening of the budget that counts, with many its share.
    static let calls = [1, 2, 3, 5, 10, 30, 100]

    /// What a fleet of short-lived clients sets.
    private let fleet = RetryPolicy(budget: .init(opening: .drawn))
    private let fleetWithoutCircuit = RetryPolicy(budget: .init(opening: .drawn), circuit: nil)

    @Test("costs a fleet's server at most 1.2 times its calls, whether clients make few or many", arguments: calls)
    func drawn(calls: Int) {
        for seed in UInt64(1)...2 {
            for policy in [fleet, fleetWithoutCircuit] {
                let load = Outage(policy: policy, clients: 1_000, calls: calls).run(seed: seed)
                #expect(load.amplification <= 1.2, "seed \(seed), \(load)")
                #expect(load.attempts > 0, "seed \(seed): nobody called")
            }
        }
        let refused = Outage(
            policy: fleet, clients: 1_000, calls: calls, failure: .failed(.transport(.connectionRefused)))
        #expect(refused.run(seed: 3).amplification <= 1.2, "seed 3")
    }

    @Test("costs a fleet's server so much also when all calls of a client come in one instant", arguments: calls)
    func burst(calls: Int) {
        let load = Outage(policy: fleetWithoutCircuit, clients: 1_000, calls: calls, pace: .zero).run(seed: 7)
        #expect(load.amplification <= 1.2, "seed 7, \(load)")
    }

    @Test(
        "costs a fleet's server a tenth more than its calls with no circuit to help", arguments: calls.prefix(5))
    func exact(calls: Int) {
        let load = Outage(policy: fleetWithoutCircuit, clients: 4_000, calls: calls).run(seed: 4)
        #expect(abs(load.amplification - 1.1) < 0.03, "seed 4, \(load)")
    }

    /// The default is for apps, whose users notice a call that failed. Each client may send its reserve on top.
    @Test("costs the default's server the share and each client's reserve, and no more", arguments: calls)
    func standard(calls: Int) {
        let reserve = Double(RetryPolicy.Budget().reserve)
        let bound = min(3, 1.1 + reserve / Double(calls))
        for policy in [RetryPolicy.standard, RetryPolicy(circuit: nil)] {
            let load = Outage(policy: policy, clients: 1_000, calls: calls).run(seed: 9)
            #expect(load.amplification <= bound + 0.001, "seed 9, \(load)")
        }
        // The bound is reached without a circuit, so it is not too generous.
        let worst = Outage(policy: RetryPolicy(circuit: nil), clients: 1_000, calls: calls).run(seed: 9)
        #expect(worst.amplification > bound - 0.15, "seed 9, \(worst)")
    }

    @Test("after good times costs each client's reserve on top, and no more", arguments: [1, 3, 10, 30])
    func afterGoodTimes(calls: Int) {
        let outage = Outage(policy: fleetWithoutCircuit, clients: 1_000, calls: calls, callsBefore: 60)
        let load = outage.run(seed: 8)
        let reserves = 1_000 * RetryPolicy.Budget().reserve
        #expect(Double(load.attempts) <= Double(load.calls) * 1.1 + Double(reserves), "seed 8, \(load)")
        // Over all that these clients did, the share is kept.
        let before = outage.clients * outage.callsBefore
        #expect(Double(load.attempts + before) <= Double(load.calls + before) * 1.2, "seed 8, \(load)")
    }

    @Test("costs less than its calls once the circuit is open")
    func circuit() {
        let load = Outage(policy: .standard, clients: 1_000, calls: 200).run(seed: 5)
        #expect(load.amplification < 0.4, "seed 5, \(load)")
    }

    @Test("would cost three times as much without a budget: the simulation can tell")
    func controls() {
        let boundless = RetryPolicy(budget: nil, circuit: nil)
        let all = Outage(policy: boundless, clients: 1_000, calls: 30).run(seed: 6)
        #expect(all.amplification == 3, "seed 6, \(all)")
    }
}
