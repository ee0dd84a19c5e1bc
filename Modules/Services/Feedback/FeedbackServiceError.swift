public import Models
public import Primitives

/// Why a ``FeedbackService`` did not send a message.
public enum FeedbackServiceError: ServiceError {
    /// The caller cancelled.
    case cancelled
    /// The session of the account that was logged in has ended. After a logout the message can be sent as a guest.
    case loggedOut
    /// The server found these fields invalid.
    case invalid([InvalidValue])
    /// The network or the server failed. The kind is ``ServiceFailure/Kind/rateLimited(retryAfter:)`` if the sender has
    /// sent too many messages.
    case failed(ServiceFailure)

    public var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: .cancelledOperation
        case .loggedOut: .notLoggedIn
        case .invalid(let values): .invalid(values)
        case .failed(let failure): failure.localizableUserMessage
        }
    }

    public var failure: ServiceFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
