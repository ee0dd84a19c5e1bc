public import Primitives

/// A failure for ``NetworkError/Cause/custom(_:)``: a failure of a module that imports this one, or of an app's own
/// interceptor.
///
/// ```swift
/// enum QuotaFailure: CustomFailure {
///     case used
///     var name: String { "quota" }
///     var isRetryable: Bool { false }
///     var localizableUserMessage: UserMessage { UserMessage("quota.used", "Today's requests are used up.") }
/// }
///
/// throw call.context.error(.custom(AnyCustomFailure(QuotaFailure.used)), call.request)
/// ```
public protocol CustomFailure: Error, Equatable {
    /// A label for logs and metrics; see ``NetworkError/Cause/name``.
    var name: String { get }
    /// Whether the same call may succeed later. ``RetryInterceptor`` does not repeat it in either case.
    var isRetryable: Bool { get }
    /// The message for users: one sentence, with a key for translations.
    var localizableUserMessage: UserMessage { get }
}
