/// An event for ``CallEvent/Kind/custom(_:)``: an event of a module that imports this one, or of an app's own
/// interceptor. Like every event, it must not contain secrets.
///
/// ```swift
/// struct QuotaEvent: CustomEvent {
///     let left: Int
///     var name: String { "quota" }
///     var fields: [String: String] { ["left": "\(left)"] }
///     var message: String { "\(left) requests left" }
/// }
///
/// call.context.report(.custom(AnyCustomEvent(QuotaEvent(left: 3))))
/// ```
public protocol CustomEvent: Sendable, Equatable {
    /// A label for logs and metrics, the same for all values of a type.
    var name: String { get }
    /// The event's values for a structured log: few and short.
    var fields: [String: String] { get }
    /// One line for developers that makes sense without the name.
    var message: String { get }
}
