public import Primitives

/// An error of a service, for code that shows any of them alike.
///
/// Each service throws a type of its own (``AuthServiceError``, ``UserServiceError``, ``UploadServiceError``), whose cases
/// are all that can happen to its callers.
public protocol ServiceError: Error {
    /// Whether the caller cancelled. Show nothing then.
    var isCancellation: Bool { get }
    /// What happened and what the user can do, for an app that speaks other languages too.
    var localizableUserMessage: UserMessage { get }
    /// The evidence of a failed call or store; `nil` for a rule that the service itself checked.
    var failure: ServiceFailure? { get }
}

extension ServiceError {
    /// ``localizableUserMessage`` in English.
    public var userMessage: String { localizableUserMessage.english }
}
