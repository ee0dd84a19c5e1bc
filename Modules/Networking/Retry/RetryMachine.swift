import HTTPTypes

/// The rules of sending one call again, without any I/O: what an attempt's ending, the request and the clock say about
/// the next. What all calls to the origin have left to spend is ``OriginState``'s question, and comes last.
struct RetryMachine {
    private let policy: RetryPolicy
    private(set) var attempts = 0

    init(_ policy: RetryPolicy) {
        self.policy = policy
    }

    var attemptsLeft: Int { policy.maximumAttempts - attempts }

    enum Step: Equatable {
        /// The call has ended, and nobody will wonder why it was not sent again.
        case end
        case refuse(RetryRefusal)
        case retry(RetryReason, after: Duration)
    }

    /// What the next attempt would send, and what is known about the last.
    struct Facts {
        let isIdempotent: Bool
        /// The body can be read once only, and may have been.
        let isBodySpent: Bool
        /// How often the last attempt put the request on the wire. An attempt that was redirected or signed anew may
        /// have been acted on before it failed, whatever its failure proves about the last hop.
        let exchanges: Int
    }

    /// - Parameters:
    ///   - launched: how many attempts have ended with this outcome, 2 where the call was hedged.
    ///   - left: until the call's deadline; `nil` for ever.
    ///   - retryAfter: what the server asked for.
    ///   - jitter: 0..<1, drawn only if there is a delay.
    mutating func step(
        after outcome: AttemptOutcome, launched: Int, facts: @autoclosure () -> Facts,
        left: @autoclosure () -> Duration?,
        retryAfter: @autoclosure () -> Duration?, jitter: @autoclosure () -> Double
    ) -> Step {
        attempts += launched
        // Without retries there is nothing to decide, and nothing to tell.
        guard policy.maximumAttempts > 1 else { return .end }
        guard let reason = outcome.reason else { return outcome.refusal.map { .refuse($0) } ?? .end }
        let facts = facts()
        guard facts.isIdempotent || (reason.provesInaction && facts.exchanges <= 1) else {
            return .refuse(.unsafeMethod)
        }
        guard !facts.isBodySpent else { return .refuse(.bodySpent) }
        guard attemptsLeft > 0 else { return .refuse(.attemptsUsedUp(attempts)) }
        let asked = max(retryAfter() ?? .zero, .zero)
        guard asked <= policy.retryAfterLimit else {
            return .refuse(.retryAfterTooLong(asked, limit: policy.retryAfterLimit))
        }
        let delay = policy.delay(
            beforeRetry: attempts, throttled: reason == .throttled, asked: asked, jitter: jitter())
        if let left = left(), delay >= left { return .refuse(.deadlineTooNear(delay: delay, left: left)) }
        return .retry(reason, after: delay)
    }
}

extension HTTPRequest {
    /// Whether sending the request twice has the effect of sending it once: by its method (RFC 9110 section 9.2.2), or
    /// because it carries a key by which the server knows it again.
    var isIdempotent: Bool {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: true
        default: headerFields[.idempotencyKey] != nil
        }
    }
}
