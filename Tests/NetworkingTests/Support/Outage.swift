import Primitives
import TestSupport

@testable import Networking

/// Clients of one server that is down, in virtual time: they run the real retry rules step by step, without tasks or a
/// real clock.
struct Outage {
    var policy: RetryPolicy
    var clients: Int
    /// For each client, while the server is down.
    var calls: Int
    /// For each client, before the outage.
    var callsBefore = 0
    /// The mean time between two calls of a client.
    var pace: Duration = .milliseconds(200)
    /// The time until an attempt fails, or succeeds before the outage.
    var latency: Duration = .milliseconds(80)
    var failure = AttemptOutcome.responded(status: 503)

    struct Load: CustomStringConvertible {
        var calls = 0
        /// Attempts that reached the server.
        var attempts = 0

        var amplification: Double { calls == 0 ? 1 : Double(attempts) / Double(calls) }
        var description: String { "\(attempts) attempts of \(calls) calls" }
    }

    /// The load on the server during the outage.
    func run(seed: UInt64) -> Load {
        let random = SeededRandomSource(seed: seed)
        return (0..<clients).reduce(into: Load()) { load, _ in
            let client = Client(self, random)
            load.calls += calls
            load.attempts += client.attemptsInOutage
        }
    }

    private struct Client {
        private(set) var attemptsInOutage = 0
        private var state: OriginState
        private var downFrom: Duration?
        /// Latest first: the next is the last.
        private var agenda: [(at: Duration, event: Event)] = []

        private enum Event {
            case attemptEnded(RetryMachine, CircuitBreaker.Permit, sentAt: Duration)
            case retryDue(RetryMachine)
        }

        init(_ outage: Outage, _ random: any RandomSource) {
            state = OriginState(outage.policy, draw: random.nextUnit())
            var arrival = Duration.zero
            for call in 0..<(outage.callsBefore + outage.calls) {
                arrival += outage.pace * (2 * random.nextUnit())
                if call == outage.callsBefore { downFrom = arrival }
                work(until: arrival, outage, random)
                if case .admitted(let permit, _) = state.admit(at: arrival) {
                    send(RetryMachine(outage.policy), permit, at: arrival, outage)
                }
            }
            work(until: nil, outage, random)
        }

        /// Runs the events up to `end`, or all of them.
        private mutating func work(
            until end: Duration?, _ outage: Outage, _ random: any RandomSource
        ) {
            while let (now, event) = agenda.last, end.map({ now <= $0 }) ?? true {
                agenda.removeLast()
                switch event {
                case .attemptEnded(var machine, let permit, let sentAt):
                    let outcome = isDown(at: sentAt) ? outage.failure : .responded(status: 200)
                    _ = state.record(outcome.verdict, for: permit, at: now)
                    let step = machine.step(
                        after: outcome,
                        facts: .init(isIdempotent: true, isBodySpent: false, exchanges: 1), left: nil, retryAfter: nil,
                        jitter: random.nextUnit())
                    guard case .retry(_, let delay) = step, state.reserveRetry(after: delay, at: now) == nil else {
                        continue
                    }
                    note(.retryDue(machine), at: now + delay)
                case .retryDue(let machine):
                    guard case .admitted(let permit, _) = state.admitRetry(at: now) else { continue }
                    send(machine, permit, at: now, outage)
                }
            }
        }

        private mutating func send(
            _ machine: RetryMachine, _ permit: CircuitBreaker.Permit, at now: Duration, _ outage: Outage
        ) {
            if isDown(at: now) { attemptsInOutage += 1 }
            note(.attemptEnded(machine, permit, sentAt: now), at: now + outage.latency)
        }

        private func isDown(at moment: Duration) -> Bool {
            downFrom.map { moment >= $0 } ?? false
        }

        private mutating func note(_ event: Event, at moment: Duration) {
            var (low, high) = (0, agenda.count)
            while low < high {
                let middle = (low + high) / 2
                if agenda[middle].at > moment { low = middle + 1 } else { high = middle }
            }
            agenda.insert((moment, event), at: low)
        }
    }
}
