/// Why a call that failed is not sent again, or a slow one not hedged.
public enum RetryRefusal: Sendable, Equatable {
    /// Another attempt would end the same way, or is nobody's to make.
    case notRetryable
    /// The server may have acted on the request, its method is not idempotent (RFC 9110 section 9.2.2) and it carries
    /// no Idempotency-Key.
    case unsafeMethod
    /// The body can be read once only, and may have been.
    case bodySpent
    case attemptsUsedUp(Int)
    /// The server asks for a longer wait than ``RetryPolicy/retryAfterLimit``. An earlier request would be refused again.
    case retryAfterTooLong(Duration, limit: Duration)
    /// The wait would have ended when the caller no longer waits.
    case deadlineTooNear(delay: Duration, left: Duration)
    /// The origin's calls have had their share of retries.
    case budgetEmpty
    case circuitOpen
    /// The credential could not be renewed. A renewal is never repeated: it may have spent its token.
    case credential
}

extension RetryRefusal: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .notRetryable: "Another attempt would end the same way."
        case .unsafeMethod: "The server may have acted on the request, and doing it twice is not safe."
        case .bodySpent: "The body can't be sent twice."
        case .attemptsUsedUp(let count): "All attempts are used up (\(count))."
        case .retryAfterTooLong(let wait, let limit):
            "The server asks for a wait of \(wait.roundedUp), and a call waits \(limit.roundedUp) at most."
        case .deadlineTooNear(let delay, let left):
            "The next attempt would begin in \(delay.short), and only \(max(left, .zero).short) are left."
        case .budgetEmpty: "Too many requests to this server were repeated lately."
        case .circuitOpen: "The server has been failing and is left alone for a while."
        case .credential: "The session could not be renewed."
        }
    }
}
