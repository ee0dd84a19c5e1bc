public import Primitives

/// An error of any service, for code that shows errors of all services in the same way.
///
/// Each service throws a type of its own, such as ``AuthServiceError``. Its cases are the failures that a caller may
/// handle differently.
public protocol ServiceError: Error {
    /// Whether the caller cancelled. Show no message then.
    var isCancellation: Bool { get }
    /// What happened and what the user can do, with a key for translation.
    var localizableUserMessage: UserMessage { get }
    /// The details of a failed call or store; `nil` if the case has none.
    var failure: ServiceFailure? { get }
}

extension ServiceError {
    /// ``localizableUserMessage`` in English.
    public var userMessage: String { localizableUserMessage.english }
}
