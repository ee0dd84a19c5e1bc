import EngineTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Networking

@Suite("Retry rules")
struct RetryMachineTests {
    /// The results after which another attempt is allowed.
    enum Rule: Sendable {
        case always, ifIdempotent
        /// Never, with the reason that is reported.
        case never(RetryRefusal?)
    }

    /// An outcome of an attempt, and what it means for the call and for the circuit breaker of its origin.
    typealias Row = (AttemptOutcome, Rule, CircuitBreaker.Verdict)

    private static func statuses(_ statuses: [Int], _ rule: Rule, _ verdict: CircuitBreaker.Verdict) -> [Row] {
        statuses.map { (.responded(status: $0), rule, verdict) }
    }

    private static func errors(_ errors: [TransportError], _ rule: Rule, _ verdict: CircuitBreaker.Verdict) -> [Row] {
        errors.map { (.failed(.transport($0)), rule, verdict) }
    }

    private static func final(_ causes: [NetworkError.Cause], _ reported: RetryRefusal?) -> [Row] {
        causes.map { (.failed($0), .never(reported), .silent) }
    }

    static let rules: [Row] = [
        statuses([200, 204, 301, 304, 400, 401, 403, 404, 409, 412, 413, 416, 422], .never(nil), .well),
        statuses([501, 505, 507, 511], .never(.notRetryable), .well), statuses([408, 425], .ifIdempotent, .well),
        statuses([500, 502, 503, 504], .ifIdempotent, .failed), statuses([429], .always, .silent),
        [(.unsigned, .never(.credential), .silent)],
        errors([.connectionLost, .truncatedResponse, .idleTimeout], .ifIdempotent, .failed),
        errors([.connectionRefused, .connectTimeout, .notSent], .always, .failed),
        errors([.hostNotFound, .unreachable, .poolTimeout], .always, .silent),
        errors(
            [
                .insecure(.validity, reason: "Expired."), .insecure(.handshake, reason: "Too old."),
                .invalidResponse(reason: "No HTTP."), .responseTooLarge(limit: 1), .requestBody(reason: "Gone."),
                .unsendable(reason: "No host."), .closed, .other(reason: "Odd."), .cancelled,
            ], .never(.notRetryable), .silent),
        [(.failed(.timeout(.attempt(.seconds(1)))), .ifIdempotent, .failed)],
        final([.timeout(.total(.seconds(1))), .cancelled], nil),
        final(
            [
                .decoding(DecodingFailure(path: "", expectation: "JSON")), .loggedOut, .foreignOrigin,
                .invalidRequest(reason: "No."), .credentialStorage(reason: "Full."),
                .refresh(HTTPFailure(status: 503)), .circuitOpen(retryAfter: .seconds(1)),
            ], .notRetryable),
    ].flatMap { $0 }

    private static let idempotent: [HTTPRequest.Method] = [.get, .head, .put, .delete, .options, .trace]
    private static let others: [HTTPRequest.Method] = [.post, .patch, .connect]

    private func step(
        _ machine: inout RetryMachine, after outcome: AttemptOutcome, isIdempotent: Bool = true,
        isBodySpent: Bool = false, exchanges: Int = 1, left: Duration? = nil, retryAfter: Duration? = nil,
        jitter: Double = 0.5
    ) -> RetryMachine.Step {
        machine.step(
            after: outcome,
            facts: .init(isIdempotent: isIdempotent, isBodySpent: isBodySpent, exchanges: exchanges), left: left,
            retryAfter: retryAfter, jitter: jitter)
    }

    @Test(
        "retries depend on cause, method, idempotency key and body, and the circuit on failures of the server",
        arguments: rules)
    func table(outcome: AttemptOutcome, rule: Rule, verdict: CircuitBreaker.Verdict) {
        #expect(outcome.verdict == verdict)
        for method in Self.idempotent + Self.others {
            for key in [nil, "one"] {
                for isBodySpent in [false, true] {
                    var request = HTTPRequest(method: method, scheme: "https", authority: "a", path: "/")
                    request.headerFields[.idempotencyKey] = key
                    var machine = RetryMachine(.standard)
                    let step = step(
                        &machine, after: outcome, isIdempotent: request.isIdempotent, isBodySpent: isBodySpent)
                    let isSafe = Self.idempotent.contains(method) || key != nil
                    let comment: Comment = "\(outcome) \(method) \(key ?? "no key") \(isBodySpent)"
                    switch (rule, isSafe, isBodySpent) {
                    case (.never(let refusal), _, _):
                        #expect(step == (refusal.map { .refuse($0) } ?? .end), comment)
                    case (.ifIdempotent, false, _): #expect(step == .refuse(.unsafeMethod), comment)
                    case (_, _, true): #expect(step == .refuse(.bodySpent), comment)
                    case (.ifIdempotent, true, false), (.always, _, false):
                        guard case .retry = step else {
                            Issue.record("\(step): \(comment)")
                            continue
                        }
                    }
                }
            }
        }
    }

    @Test("a failure of a second exchange proves nothing about the first")
    func severalExchanges() {
        // A POST that was processed and redirected to a server that refuses connections or asks for a delay.
        for outcome in [AttemptOutcome.failed(.transport(.connectionRefused)), .responded(status: 429)] {
            var machine = RetryMachine(.standard)
            #expect(step(&machine, after: outcome, isIdempotent: false, exchanges: 2) == .refuse(.unsafeMethod))
            guard case .retry = step(&machine, after: outcome, exchanges: 2) else {
                Issue.record("a safe call may go on")
                return
            }
        }
    }

    @Test("retries end with the last attempt", arguments: [2, 3, 7])
    func attempts(maximum: Int) {
        var machine = RetryMachine(RetryPolicy(maximumAttempts: maximum))
        for _ in 1..<maximum {
            guard case .retry = step(&machine, after: .responded(status: 503)) else {
                Issue.record("attempt \(machine.attempts) was the last")
                return
            }
        }
        #expect(step(&machine, after: .responded(status: 503)) == .refuse(.attemptsUsedUp(maximum)))
    }

    @Test("retry delays double from the base up to the cap, with full jitter")
    func delays() {
        let policy = RetryPolicy(
            maximumAttempts: 100, baseDelay: .milliseconds(50), throttledBaseDelay: .seconds(1),
            maximumDelay: .seconds(20))
        let plain: [(Int, Duration)] = [
            (1, .milliseconds(50)), (2, .milliseconds(100)), (3, .milliseconds(200)), (9, .milliseconds(12_800)),
            (10, .seconds(20)), (64, .seconds(20)), (.max, .seconds(20)),
        ]
        for (number, ceiling) in plain {
            #expect(policy.delay(beforeRetry: number, throttled: false, jitter: 1) == ceiling)
            #expect(policy.delay(beforeRetry: number, throttled: false, jitter: 0) == .zero)
            #expect(policy.delay(beforeRetry: number, throttled: false, jitter: 0.5) == ceiling / 2)
        }
        #expect(policy.delay(beforeRetry: 1, throttled: true, jitter: 1) == .seconds(1))
        #expect(policy.delay(beforeRetry: 4, throttled: true, jitter: 1) == .seconds(8))
        #expect(policy.delay(beforeRetry: 6, throttled: true, jitter: 1) == .seconds(20))
        var machine = RetryMachine(policy)
        #expect(step(&machine, after: .responded(status: 429)) == .retry(.throttled, after: .milliseconds(500)))
        #expect(step(&machine, after: .responded(status: 503)) == .retry(.status(503), after: .milliseconds(50)))
    }

    @Test("a server's delay is followed by the jitter, which spreads over at least the same time")
    func retryAfter() {
        let waits: [(Duration?, atLeast: Duration, span: Duration)] = [
            (nil, .zero, .milliseconds(50)), (.zero, .zero, .milliseconds(50)),
            (.seconds(-4), .zero, .milliseconds(50)),
            (.milliseconds(20), .milliseconds(20), .milliseconds(50)), (.seconds(2), .seconds(2), .seconds(2)),
            (.seconds(5), .seconds(5), .seconds(5)),
        ]
        for (asked, least, span) in waits {
            for jitter in [0, 0.5, 0.999] {
                var machine = RetryMachine(.standard)
                #expect(
                    step(&machine, after: .responded(status: 503), retryAfter: asked, jitter: jitter)
                        == .retry(.status(503), after: least + span * jitter))
            }
        }
    }

    @Test("a server that asks for a longer delay than the limit gets no retry", arguments: [429, 503])
    func retryAfterTooLong(status: Int) {
        for asked in [Duration.milliseconds(5_001), .seconds(6), .seconds(1_000_000)] {
            var machine = RetryMachine(.standard)
            #expect(
                step(&machine, after: .responded(status: status), retryAfter: asked)
                    == .refuse(.retryAfterTooLong(asked, limit: .seconds(5))))
        }
    }

    @Test("a retry whose delay would end at the deadline or later is not started")
    func deadline() {
        let delay = Duration.milliseconds(25)
        for left in [delay, .milliseconds(24), .zero, .seconds(-3)] {
            var machine = RetryMachine(.standard)
            #expect(
                step(&machine, after: .responded(status: 503), left: left)
                    == .refuse(.deadlineTooNear(delay: delay, left: left)))
        }
        var machine = RetryMachine(.standard)
        #expect(
            step(&machine, after: .responded(status: 503), left: .milliseconds(26))
                == .retry(.status(503), after: delay)
        )
    }

    @Test("an error proves that the server did nothing only if no earlier request of the call may have arrived")
    func inaction() {
        func error(_ cause: NetworkError.Cause, attempts: Int) -> NetworkError {
            let metadata = NetworkError.RequestMetadata(
                requestID: UUID(), operation: "o", method: "POST", url: "u", attempts: attempts)
            return NetworkError(cause, metadata)
        }
        for refusal in [TransportError.connectionRefused, .notSent, .connectTimeout, .hostNotFound, .unreachable] {
            #expect(error(.transport(refusal), attempts: 1).provesInaction)
            // The first one was redirected, or its response was lost.
            #expect(!error(.transport(refusal), attempts: 2).provesInaction)
        }
        #expect(error(.circuitOpen(retryAfter: .zero), attempts: 0).provesInaction)
        let others: [NetworkError.Cause] = [
            .transport(.connectionLost), .transport(.truncatedResponse), .timeout(.attempt(.zero)), .cancelled,
            .circuitOpen(retryAfter: .zero),
        ]
        for cause in others { #expect(!error(cause, attempts: 1).provesInaction) }
    }
}
