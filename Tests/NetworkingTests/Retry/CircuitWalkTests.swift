import TestSupport
import Testing

@testable import Networking

@Suite("Circuit breaker on random walks")
struct CircuitWalkTests {
    @Test(
        "the circuit breaker keeps its invariants over ten thousand random steps",
        arguments: 1...8 as ClosedRange<UInt64>)
    func walk(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let policy = RetryPolicy.Circuit(minimumAttempts: 5, pause: .seconds(5), probes: 1 + Int(seed % 3))
        var circuit = CircuitBreaker(policy)
        var now = Duration.zero
        var running: [(permit: CircuitBreaker.Permit, since: Duration)] = []
        var openUntil: Duration?
        var isHalfOpen = false
        var openings = 0

        func note(_ change: CircuitChange?) {
            switch change {
            case .opened(let pause):
                (openUntil, isHalfOpen) = (now + pause, false)
                openings += 1
            case .halfOpened: (openUntil, isHalfOpen) = (nil, true)
            case .closed: (openUntil, isHalfOpen) = (nil, false)
            case nil: break
            }
        }

        for _ in 0..<10_000 {
            now += .milliseconds(Int64(random.next() % 400))
            // The server alternates between failing and healthy phases.
            let isIll = (now.components.seconds / 40) % 2 == 0
            if running.isEmpty || random.next() % 2 == 0 {
                switch circuit.admit(at: now) {
                case .admitted(let permit, let change):
                    note(change)
                    #expect(openUntil == nil, "admitted while open, seed \(seed)")
                    running.append((permit, now))
                case .refused(let retryAfter):
                    #expect(openUntil != nil || isHalfOpen, "refused while closed, seed \(seed)")
                    #expect(retryAfter > .zero && retryAfter <= policy.pause, "seed \(seed)")
                }
            } else {
                let ended = running.remove(at: Int(random.next() % UInt64(running.count)))
                let verdict: CircuitBreaker.Verdict = random.next() % 5 == 0 ? .silent : isIll ? .failed : .well
                note(circuit.record(verdict, for: ended.permit, at: now))
            }
            #expect(circuit.isClosed == (openUntil == nil && !isHalfOpen), "seed \(seed)")
            let probing = running.filter { running in
                if case .probe = running.permit { running.since + policy.pause > now && isHalfOpen } else { false }
            }
            #expect(probing.count <= policy.probes, "seed \(seed)")
        }
        #expect(openings > 5, "seed \(seed) made no progress")
    }
}
