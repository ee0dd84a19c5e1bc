import TestSupport
import Testing

@testable import Networking

@Suite("Circuit breaker")
struct CircuitBreakerTests {
    private static let policy = RetryPolicy.Circuit(
        failureShare: 0.5, minimumAttempts: 4, window: .seconds(10), pause: .seconds(5), probes: 1)

    private func permit(_ admission: CircuitBreaker.Admission) throws -> CircuitBreaker.Permit {
        guard case .admitted(let permit, _) = admission else {
            throw Refused()
        }
        return permit
    }

    private struct Refused: Error {}

    /// A circuit that opened at `now` with the minimum number of failures.
    private func opened(
        at now: Duration = .zero, _ policy: RetryPolicy.Circuit = policy
    ) throws -> CircuitBreaker {
        var circuit = CircuitBreaker(policy)
        var change: CircuitChange?
        for _ in 0..<policy.minimumAttempts {
            #expect(change == nil)
            change = circuit.record(.failed, for: try permit(circuit.admit(at: now)), at: now)
        }
        #expect(change == .opened(policy.pause))
        return circuit
    }

    @Test("a circuit opens with the failure that reaches the share, and not before")
    func share() throws {
        var circuit = CircuitBreaker(Self.policy)
        for verdict in [CircuitBreaker.Verdict.well, .well, .well, .failed, .failed] {
            let change = circuit.record(verdict, for: try permit(circuit.admit(at: .zero)), at: .zero)
            #expect(change == nil, "\(verdict)")
        }
        let last = circuit.record(.failed, for: try permit(circuit.admit(at: .zero)), at: .zero)
        #expect(last == .opened(.seconds(5)))
    }

    @Test("results that say nothing about the server count neither as failure nor as success")
    func silent() throws {
        var circuit = CircuitBreaker(Self.policy)
        for _ in 0..<100 { _ = circuit.record(.silent, for: try permit(circuit.admit(at: .zero)), at: .zero) }
        for _ in 0..<3 {
            let change = circuit.record(.failed, for: try permit(circuit.admit(at: .zero)), at: .zero)
            #expect(change == nil)
        }
        let last = circuit.record(.failed, for: try permit(circuit.admit(at: .zero)), at: .zero)
        #expect(last == .opened(.seconds(5)))
    }

    @Test("a circuit ignores results older than its window")
    func window() throws {
        var circuit = CircuitBreaker(Self.policy)
        for second in [0, 11, 22, 33, 44, 55] {
            let now = Duration.seconds(second)
            let change = circuit.record(.failed, for: try permit(circuit.admit(at: now)), at: now)
            #expect(change == nil)
        }
    }

    @Test("an open circuit rejects all calls with the remaining time, then lets one probe through")
    func halfOpen() throws {
        var circuit = try opened()
        #expect(circuit.admit(at: .seconds(1)) == .refused(retryAfter: .seconds(4)))
        #expect(circuit.admit(at: .milliseconds(4_999)) == .refused(retryAfter: .milliseconds(1)))
        #expect(circuit.admit(at: .seconds(5)) == .admitted(.probe(1), .halfOpened))
        for _ in 0..<50 { #expect(circuit.admit(at: .seconds(6)) == .refused(retryAfter: .seconds(4))) }
        let change = circuit.record(.well, for: .probe(1), at: .seconds(7))
        #expect(change == .closed)
        #expect(circuit.isClosed)
        // The earlier failures no longer count.
        let next = circuit.record(.failed, for: try permit(circuit.admit(at: .seconds(7))), at: .seconds(7))
        #expect(next == nil)
    }

    @Test("a failed probe opens the circuit for the whole pause again")
    func failedProbe() throws {
        var circuit = try opened()
        _ = circuit.admit(at: .seconds(5))
        let change = circuit.record(.failed, for: .probe(1), at: .seconds(7))
        #expect(change == .opened(.seconds(5)))
        #expect(circuit.admit(at: .seconds(11)) == .refused(retryAfter: .seconds(1)))
    }

    @Test("a cancelled probe frees its place for the next call at once")
    func cancelledProbe() throws {
        var circuit = try opened()
        _ = circuit.admit(at: .seconds(5))
        let change = circuit.record(.silent, for: .probe(1), at: .seconds(5))
        #expect(change == nil)
        #expect(circuit.admit(at: .seconds(5)) == .admitted(.probe(2), nil))
    }

    @Test("a probe that hangs loses its place, and its late result changes nothing")
    func hangingProbe() throws {
        var circuit = try opened()
        _ = circuit.admit(at: .seconds(5))
        #expect(circuit.admit(at: .milliseconds(9_999)) == .refused(retryAfter: .milliseconds(1)))
        #expect(circuit.admit(at: .seconds(10)) == .admitted(.probe(2), nil))
        for verdict in [CircuitBreaker.Verdict.silent, .failed, .well] {
            let change = circuit.record(verdict, for: .probe(1), at: .seconds(10))
            #expect(change == nil)
        }
        #expect(circuit.admit(at: .seconds(11)) == .refused(retryAfter: .seconds(4)))
        let change = circuit.record(.well, for: .probe(2), at: .seconds(11))
        #expect(change == .closed)
    }

    @Test("results of calls from before the opening change nothing", arguments: [CircuitBreaker.Verdict.well, .failed])
    func lateNews(verdict: CircuitBreaker.Verdict) throws {
        var circuit = CircuitBreaker(Self.policy)
        let late = try permit(circuit.admit(at: .zero))
        for _ in 0..<4 { _ = circuit.record(.failed, for: try permit(circuit.admit(at: .zero)), at: .zero) }
        var change = circuit.record(verdict, for: late, at: .seconds(1))
        #expect(change == nil)
        #expect(circuit.admit(at: .seconds(2)) == .refused(retryAfter: .seconds(3)))
        _ = circuit.admit(at: .seconds(5))
        change = circuit.record(verdict, for: late, at: .seconds(5))
        #expect(change == nil)
        #expect(circuit.admit(at: .seconds(5)) == .refused(retryAfter: .seconds(5)))
    }

    @Test("a circuit admits the policy's number of probes; the first success closes it, the first failure opens it")
    func severalProbes() throws {
        let policy = RetryPolicy.Circuit(minimumAttempts: 4, pause: .seconds(5), probes: 3)
        for (verdict, expected) in [
            (CircuitBreaker.Verdict.well, CircuitChange.closed), (.failed, .opened(.seconds(5))),
        ] {
            var circuit = try opened(policy)
            let admitted = (0..<5).map { _ in circuit.admit(at: .seconds(5)) }
            #expect(
                admitted == [
                    .admitted(.probe(1), .halfOpened), .admitted(.probe(2), nil), .admitted(.probe(3), nil),
                    .refused(retryAfter: .seconds(5)), .refused(retryAfter: .seconds(5)),
                ])
            let first = circuit.record(verdict, for: .probe(2), at: .seconds(6))
            #expect(first == expected)
            let second = circuit.record(verdict == .well ? .failed : .well, for: .probe(1), at: .seconds(6))
            #expect(second == nil)
        }
    }

    private func opened(_ policy: RetryPolicy.Circuit) throws -> CircuitBreaker {
        try opened(at: .zero, policy)
    }

    @Test("only failures of the server count against the circuit")
    func verdicts() {
        let expected: [(CircuitBreaker.Verdict, [AttemptOutcome])] = [
            (.well, [200, 204, 301, 400, 401, 404, 408, 425, 501].map { .responded(status: $0) }),
            (
                .silent,
                [.responded(status: 429), .failed(.cancelled), .failed(.timeout(.total(.seconds(1)))), .unsigned]
            ),
            (
                .silent,
                [
                    .hostNotFound, .unreachable, .poolTimeout, .cancelled, .closed, .insecure(.pin, reason: "No."),
                    .requestBody(reason: "Gone."), .responseTooLarge(limit: 1),
                ].map { .failed(.transport($0)) }
            ),
            (.failed, [500, 502, 503, 504].map { .responded(status: $0) }),
            (.failed, [.failed(.timeout(.attempt(.seconds(1))))]),
            (
                .failed,
                [.connectionRefused, .connectTimeout, .connectionLost, .notSent, .truncatedResponse, .idleTimeout]
                    .map { .failed(.transport($0)) }
            ),
        ]
        for (verdict, outcomes) in expected {
            for outcome in outcomes { #expect(outcome.verdict == verdict, "\(outcome)") }
        }
    }
}
