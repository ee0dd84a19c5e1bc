import HTTPTypes

/// The rules of retrying one call, without I/O: the last attempt's outcome, the request and the clock decide about the
/// next attempt. Budget and circuit are shared by all calls to the origin; ``OriginState`` checks them last.
struct RetryMachine {
    private let policy: RetryPolicy
    private(set) var attempts = 0

    init(_ policy: RetryPolicy) {
        self.policy = policy
    }

    enum Step: Equatable {
        /// The call has ended, and its outcome needs no explanation.
        case end
        case refuse(RetryRefusal)
        case retry(RetryReason, after: Duration)
    }

    /// The facts about the call and its last attempt that decide about the next one.
    struct Facts {
        let isIdempotent: Bool
        /// The body can be read only once, and may have been read.
        let isBodySpent: Bool
        /// How many requests the last attempt sent. After a redirect or a resend with a new credential, the server may
        /// have acted on an earlier request, whatever the last failure proves.
        let exchanges: Int
    }

    /// - Parameters:
    ///   - left: the time until the call's deadline; `nil` without a deadline.
    ///   - retryAfter: the wait that the server requests.
    ///   - jitter: 0..<1, drawn only if there is a delay.
    mutating func step(
        after outcome: AttemptOutcome, facts: @autoclosure () -> Facts,
        left: @autoclosure () -> Duration?,
        retryAfter: @autoclosure () -> Duration?, jitter: @autoclosure () -> Double
    ) -> Step {
        attempts += 1
        // Without retries there is nothing to decide and nothing to report.
        guard policy.maximumAttempts > 1 else { return .end }
        guard let reason = outcome.reason else { return outcome.refusal.map { .refuse($0) } ?? .end }
        let facts = facts()
        guard facts.isIdempotent || (reason.provesInaction && facts.exchanges <= 1) else {
            return .refuse(.unsafeMethod)
        }
        guard !facts.isBodySpent else { return .refuse(.bodySpent) }
        guard attempts < policy.maximumAttempts else { return .refuse(.attemptsUsedUp(attempts)) }
        let serverWait = max(retryAfter() ?? .zero, .zero)
        guard serverWait <= policy.retryAfterLimit else {
            return .refuse(.retryAfterTooLong(serverWait, limit: policy.retryAfterLimit))
        }
        let delay = policy.delay(
            beforeRetry: attempts, throttled: reason == .throttled, serverWait: serverWait, jitter: jitter())
        if let left = left(), delay >= left { return .refuse(.deadlineTooNear(delay: delay, left: left)) }
        return .retry(reason, after: delay)
    }
}

extension HTTPRequest {
    /// Whether sending the request twice has the effect of sending it once: by its method (RFC 9110 section 9.2.2), or
    /// because it has an idempotency key.
    var isIdempotent: Bool {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: true
        default: headerFields[.idempotencyKey] != nil
        }
    }
}

/// How one attempt ended: the input of every decision about the next attempt.
enum AttemptOutcome: Equatable {
    case responded(status: Int)
    case failed(NetworkError.Cause)
    /// The attempt had no credential, because the refresh failed.
    case unsigned

    /// Reads an attempt's result.
    init(_ result: Result<ServerResponse, NetworkError>) {
        switch result {
        case .success(let response): self = .responded(status: response.head.status.code)
        case .failure(let error): self = error.concernsRefresh ? .unsigned : .failed(error.cause)
        }
    }

    /// Why another attempt may succeed; `nil` if this outcome is final.
    var reason: RetryReason? {
        switch self {
        case .responded(429): .throttled
        case .responded(let status):
            switch status {
            case 408, 425, 500, 502, 503, 504: .status(status)
            default: nil
            }
        case .failed(.timeout(.attempt)): .timeout
        case .failed(.transport(let error)):
            switch error {
            case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout: .notConnected
            case .notSent, .poolTimeout: .notSent
            case .connectionLost: .connectionLost
            case .truncatedResponse: .truncatedResponse
            case .idleTimeout, .deadlinePassed: .timeout
            case .cancelled, .insecure, .invalidResponse, .responseTooLarge, .requestBody, .unsendable, .closed, .other:
                nil
            }
        // A cause that is not known to be temporary is final.
        case .failed, .unsigned: nil
        }
    }

    /// Why an outcome without ``reason`` is final. `nil` if that needs no explanation: a response below 500 is a
    /// regular response, a cancellation is not a failure, and the caller knows its own deadline.
    var refusal: RetryRefusal? {
        switch self {
        case .responded(let status): status >= 500 ? .notRetryable : nil
        case .failed(.cancelled), .failed(.timeout(.total)): nil
        case .failed: .notRetryable
        case .unsigned: .credential
        }
    }

    /// What the outcome says about the server's health.
    var verdict: CircuitBreaker.Verdict {
        switch self {
        case .responded(let status):
            switch status {
            case 500, 502, 503, 504: .failed
            // The server is running but overloaded: neither healthy nor failed.
            case 429: .silent
            default: .well
            }
        case .failed(.timeout(.attempt)): .failed
        case .failed(.transport(let error)):
            switch error {
            case .connectionRefused, .connectTimeout, .connectionLost, .notSent, .truncatedResponse, .idleTimeout,
                .deadlinePassed:
                .failed
            // DNS, the network, the local connection pool, trust and bodies say nothing about the server's health.
            case .hostNotFound, .unreachable, .poolTimeout, .cancelled, .insecure, .invalidResponse,
                .responseTooLarge, .requestBody, .unsendable, .closed, .other:
                .silent
            }
        case .failed, .unsigned: .silent
        }
    }
}

extension NetworkError {
    /// Whether the server can't have processed the request, so that sending it again can't apply it twice: there was no
    /// connection, it was closed before the request was sent, the circuit was open, or the credential could not be
    /// refreshed. `false` for every response of the server, and if an earlier request of the call may have arrived.
    public var provesInaction: Bool {
        switch AttemptOutcome(.failure(self)) {
        case .unsigned, .failed(.circuitOpen): exchanges == 0
        case let outcome: exchanges <= 1 && outcome.reason?.provesInaction == true
        }
    }
}
