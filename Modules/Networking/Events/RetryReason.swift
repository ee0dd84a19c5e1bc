/// Why a call is worth another attempt.
public enum RetryReason: Sendable, Equatable {
    /// The server reported too many requests (429).
    case throttled
    /// The server responded with a status that may be temporary: 408, 425, 500, 502, 503 or 504.
    case status(Int)
    /// No connection was made, so nothing was sent.
    case notConnected
    /// The connection was closed before anything was sent, or no connection was free in time.
    case notSent
    /// The connection was lost during the exchange.
    case connectionLost
    /// The response was shorter than announced.
    case truncatedResponse
    /// The attempt took too long, or no bytes arrived for too long.
    case timeout

    /// Whether the server can't have processed the request, so that every method can be sent again safely.
    var provesInaction: Bool {
        switch self {
        case .throttled, .notConnected, .notSent: true
        case .status, .connectionLost, .truncatedResponse, .timeout: false
        }
    }
}

extension RetryReason: CustomStringConvertible {
    /// The reason in a few words, as in `retrying in 19 ms (attempt 2): server returned 503`.
    public var description: String {
        switch self {
        case .throttled: "server returned 429 (too many requests)"
        case .status(let status): "server returned \(status)"
        case .notConnected: "could not connect"
        case .notSent: "request was not sent"
        case .connectionLost: "connection lost"
        case .truncatedResponse: "response ended too early"
        case .timeout: "attempt timed out"
        }
    }
}

/// Why a failed call is not retried.
public enum RetryRefusal: Sendable, Equatable {
    /// The failure is not temporary, so another attempt would end the same way.
    case notRetryable
    /// The server may have processed the request, its method is not idempotent (RFC 9110 section 9.2.2), and it has no
    /// Idempotency-Key.
    case unsafeMethod
    /// The body can be read only once and may have been read.
    case bodySpent
    case attemptsUsedUp(Int)
    /// The server requires a longer wait than ``RetryPolicy/retryAfterLimit``. An earlier request would be refused
    /// again.
    case retryAfterTooLong(Duration, limit: Duration)
    /// The deadline would pass before the next attempt starts.
    case deadlineTooNear(delay: Duration, left: Duration)
    /// The origin's retry budget is used up.
    case budgetEmpty
    case circuitOpen
    /// The credential could not be refreshed. A refresh is never repeated, because it may have used up the refresh
    /// token.
    case credential
}

extension RetryRefusal: CustomStringConvertible {
    /// The reason in a few words, as in `not retried: all 3 attempts are used up`.
    public var description: String {
        switch self {
        case .notRetryable: "another attempt would end the same way"
        case .unsafeMethod: "the server may have processed the request, and repeating it is not safe"
        case .bodySpent: "the body can't be sent twice"
        case .attemptsUsedUp(1): "no retries are allowed"
        case .attemptsUsedUp(let count): "all \(count) attempts are used up"
        case .retryAfterTooLong(let wait, let limit):
            "the server requires a wait of \(wait.roundedUp), but a call waits at most \(limit.roundedUp)"
        case .deadlineTooNear(let delay, let left):
            "the next attempt would start in \(delay.short), but the deadline is in \(max(left, .zero).short)"
        case .budgetEmpty: "too many recent requests to this server were retries"
        case .circuitOpen: "the server keeps failing, so no requests are sent to it for a while"
        case .credential: "the token could not be refreshed"
        }
    }
}

/// A change of an origin's circuit breaker.
public enum CircuitChange: Sendable, Equatable {
    /// Too many attempts failed, so calls fail immediately for this long.
    case opened(Duration)
    /// This call is sent to test whether the server has recovered.
    case halfOpened
    /// The server has recovered, so calls are sent again.
    case closed
}

extension CircuitChange: CustomStringConvertible {
    /// The new state and its reason, as in `circuit breaker closed: the server has recovered`.
    public var description: String {
        switch self {
        case .opened(let pause): "opened: the server keeps failing, so no requests are sent to it for \(pause.short)"
        case .halfOpened: "half-open: one request tests whether the server has recovered"
        case .closed: "closed: the server has recovered"
        }
    }
}
