public import Primitives

/// Why a call failed, in a case that ``NetworkError/Cause`` does not have: a failure of a module above this one, or of an app's
/// own interceptor.
///
/// ```swift
/// enum QuotaFailure: CustomFailure {
///     case used
///     var word: String { "quota" }
///     var isRetryable: Bool { false }
///     var localizableExplanation: Explanation { Explanation("quota.used", "Today's requests are used up.") }
/// }
///
/// throw call.context.error(.custom(AnyCustomFailure(QuotaFailure.used)), call.request)
/// ```
public protocol CustomFailure: Error, Equatable {
    /// See ``NetworkError/Cause/word``.
    var name: String { get }
    /// Whether the same call may succeed a little later. A retry interceptor does not repeat it.
    var isRetryable: Bool { get }
    /// One sentence for people.
    var localizableUserMessage: UserMessage { get }
}
