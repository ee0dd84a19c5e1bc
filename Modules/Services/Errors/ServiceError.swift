public import Models
public import Primitives

/// An error with a message for users.
public protocol UserFacingError: Error {
    /// Whether the caller cancelled. Show no message then.
    var isCancellation: Bool { get }
    /// What happened and what the user can do, with a key for translation.
    var localizableUserMessage: UserMessage { get }
}

extension UserFacingError {
    /// ``localizableUserMessage`` in English.
    public var userMessage: String { localizableUserMessage.english }
}

/// A failure that only one service can report.
public protocol SpecificFailure: Error {
    /// What happened and what the user can do, with a key for translation.
    var localizableUserMessage: UserMessage { get }
    /// The category, for code that reports failures of all services in the same way.
    var kind: ServiceFailure.Kind { get }
}

extension Never: SpecificFailure {
    public var localizableUserMessage: UserMessage { switch self {} }
    public var kind: ServiceFailure.Kind { switch self {} }
}

/// Why an operation of a service failed. Each case is a failure that a caller may handle differently.
///
/// For most services, which have no failure of their own, `Specific` is `Never`. A `switch` over such an error is
/// exhaustive without ``specific(_:)``.
public enum ServiceError<Specific: SpecificFailure>: UserFacingError {
    /// The caller cancelled.
    case cancelled
    /// No account is logged in, or the session has ended.
    case loggedOut
    /// The account may not do this. The failure is `nil` if no request was sent, because the account's role already
    /// forbids this.
    case forbidden(ServiceFailure?)
    /// The resource does not exist, or the account may not see it. The failure is `nil` if the server returned neither the
    /// resource nor an error.
    case notFound(ServiceFailure?)
    /// The resource has changed on the server, or another resource has the same unique value.
    case conflict(ServiceFailure)
    /// The server found these fields invalid.
    case invalid([InvalidValue])
    /// The network, the server or the local storage failed.
    case failed(ServiceFailure)
    /// A failure that only this service has.
    case specific(Specific)

    public var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: UserMessage("service.cancelled", "The operation was cancelled.")
        case .loggedOut: UserMessage("service.loggedOut", "You are not logged in. Log in first.")
        case .forbidden(let failure):
            failure?.serverMessage ?? UserMessage("service.forbidden", "Your account is not allowed to do this.")
        case .notFound(let failure):
            failure?.serverMessage ?? UserMessage("service.notFound", "Not found, or you don't have access.")
        case .invalid(let values):
            UserMessage("service.invalid", "%1$@", values.map(\.description).joined(separator: " "))
        case .conflict(let failure), .failed(let failure): failure.localizableUserMessage
        case .specific(let failure): failure.localizableUserMessage
        }
    }

    /// The details of a failed call or store; `nil` if the case has none.
    public var failure: ServiceFailure? {
        switch self {
        case .forbidden(let failure), .notFound(let failure): failure
        case .conflict(let failure), .failed(let failure): failure
        case .cancelled, .loggedOut, .invalid, .specific: nil
        }
    }
}
