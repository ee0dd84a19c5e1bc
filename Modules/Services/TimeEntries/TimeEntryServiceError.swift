public import Models
public import Primitives

/// Why an operation of a ``TimeEntryService`` failed.
public enum TimeEntryServiceError: ServiceError {
    /// The caller cancelled.
    case cancelled
    /// No account is logged in, or the session has ended.
    case loggedOut
    /// The time entry does not exist, or belongs to another account.
    case notFound(ServiceFailure)
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
        case .notFound: .notFound
        case .invalid(let values): .invalid(values)
        case .failed(let failure): failure.localizableUserMessage
        }
    }

    public var failure: ServiceFailure? {
        switch self {
        case .notFound(let failure), .failed(let failure): failure
        case .cancelled, .loggedOut, .invalid: nil
        }
    }
}
