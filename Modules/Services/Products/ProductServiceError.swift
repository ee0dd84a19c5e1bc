public import Models
public import Primitives

/// Why an operation of a ``ProductService`` failed.
public enum ProductServiceError: ServiceError {
    /// The caller cancelled.
    case cancelled
    /// No account is logged in, or the session has ended. Reading needs no login.
    case loggedOut
    /// The account may not do this. The failure is `nil` if no request was sent, because the account's role already
    /// forbids this.
    case forbidden(ServiceFailure?)
    /// The product does not exist.
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
        case .forbidden: .forbiddenForAccount
        case .notFound: .notFound
        case .invalid(let values): .invalid(values)
        case .failed(let failure): failure.localizableUserMessage
        }
    }

    public var failure: ServiceFailure? {
        switch self {
        case .forbidden(let failure): failure
        case .notFound(let failure), .failed(let failure): failure
        case .cancelled, .loggedOut, .invalid: nil
        }
    }
}
