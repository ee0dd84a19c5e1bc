import TestSupport
import Testing

@testable import Networking

/// What a server that is down gets to bear: attempts for each call that its clients were asked to make.
@Suite("A full outage")
struct AmplificationTests {
    /// Worst first: with few calls it is the opening of the budget that counts, with many its share.
    static let calls = [1, 2, 3, 5, 10, 30, 100]

    private var withoutCircuit: RetryPolicy { RetryPolicy(circuit: nil) }

    @Test("costs the server at most 1.2 times its calls, whether clients make few or many", arguments: calls)
    func standard(calls: Int) {
        for seed in UInt64(1)...2 {
            for policy in [RetryPolicy.standard, withoutCircuit] {
                let load = Outage(policy: policy, clients: 1_000, calls: calls).run(seed: seed)
                #expect(load.amplification <= 1.2, "seed \(seed), \(load)")
                #expect(load.attempts > 0, "seed \(seed): nobody called")
            }
        }
        let refused = Outage(
            policy: .standard, clients: 1_000, calls: calls, failure: .failed(.transport(.connectionRefused)))
        #expect(refused.run(seed: 3).amplification <= 1.2, "seed 3")
    }

    @Test("costs so much also when all calls of a client come in one instant", arguments: calls)
    func burst(calls: Int) {
        let load = Outage(policy: withoutCircuit, clients: 1_000, calls: calls, pace: .zero).run(seed: 7)
        #expect(load.amplification <= 1.2, "seed 7, \(load)")
    }

    @Test(
        "costs a tenth more than its calls with no circuit to help: the budget alone holds", arguments: calls.prefix(5))
    func exact(calls: Int) {
        let load = Outage(policy: withoutCircuit, clients: 4_000, calls: calls).run(seed: 4)
        #expect(abs(load.amplification - 1.1) < 0.03, "seed 4, \(load)")
    }

    @Test("after good times costs each client's reserve on top, and no more", arguments: [1, 3, 10, 30])
    func afterGoodTimes(calls: Int) {
        let outage = Outage(policy: withoutCircuit, clients: 1_000, calls: calls, callsBefore: 60)
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

    @Test("would cost two and three times as much with a budget that begins full, or none: the simulation can tell")
    func controls() {
        let generous = RetryPolicy(budget: .init(opening: .full), circuit: nil)
        let few = Outage(policy: generous, clients: 1_000, calls: 2).run(seed: 6)
        #expect(few.amplification > 2, "seed 6, \(few)")
        let boundless = RetryPolicy(budget: nil, circuit: nil)
        let all = Outage(policy: boundless, clients: 1_000, calls: 30).run(seed: 6)
        #expect(all.amplification == 3, "seed 6, \(all)")
    }
}
