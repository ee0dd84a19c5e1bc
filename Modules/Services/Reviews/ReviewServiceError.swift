public import Models
public import Primitives

/// Why an operation of a ``ReviewService`` failed.
public enum ReviewServiceError: ServiceError {
    /// The caller cancelled.
    case cancelled
    /// No account is logged in, or the session has ended. Reading needs no login.
    case loggedOut
    /// The review belongs to another member.
    case forbidden(ServiceFailure)
    /// The review or the book does not exist. The failure is `nil` if the server returned no book and no error.
    case notFound(ServiceFailure?)
    /// The server found these fields invalid.
    case invalid([InvalidValue])
    /// The network or the server failed.
    case failed(ServiceFailure)

    public var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: .cancelledOperation
        case .loggedOut: .notLoggedIn
        case .forbidden: .forbiddenForAccount
        case .notFound: .notFound
        case .invalid(let values): .invalid(values)
        case .failed(let failure): failure.localizableUserMessage
        }
    }

    public var failure: ServiceFailure? {
        switch self {
        case .forbidden(let failure), .failed(let failure): failure
        case .notFound(let failure): failure
        case .cancelled, .loggedOut, .invalid: nil
        }
    }
}
