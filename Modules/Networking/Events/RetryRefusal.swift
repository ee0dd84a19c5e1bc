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
