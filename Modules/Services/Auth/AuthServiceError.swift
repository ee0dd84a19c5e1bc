public import Models
public import Primitives

/// Why an operation of an ``AuthService`` failed.
public enum AuthServiceError: ServiceError {
    /// The caller cancelled.
    case cancelled
    /// The address or the password is wrong. The server does not say which.
    case wrongCredentials
    /// The session has ended, and the user must log in again.
    case loggedOut
    /// The server found these fields invalid.
    case invalid([InvalidValue])
    /// The network, the server or the local storage failed.
    case failed(ServiceFailure)

    public var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: .cancelledOperation
        case .wrongCredentials:
            UserMessage("service.wrongCredentials", "The email address or the password is wrong.")
        case .loggedOut: .notLoggedIn
        case .invalid(let values): .invalid(values)
        case .failed(let failure): failure.localizableUserMessage
        }
    }

    public var failure: ServiceFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
