/// Identifies a value of a ``Container`` by its type and a name.
///
/// Declare a key in an extension for the type of its value. The name of the property becomes the name of the key, and
/// callers write `.auth`:
///
/// ```swift
/// extension Key<any AuthService> {
///     public static var auth: Self { Self() }
/// }
/// ```
///
/// Use the type that callers need, here the protocol. If a factory converts a value to a more general type, write that
/// need as `Key.store` instead of `.store`, because the compiler would look up `.store` on the key of the more general
/// type.
///
/// Types are compared by identity, so `Billing.Account` and `Chat.Account` are different keys under the same name.
public struct Key<Value: Sendable>: Sendable, Hashable {
    /// Distinguishes several values of one type, such as the sessions of two environments.
    public let name: String

    /// - Parameter name: The default is the name of the enclosing computed property. A stored property must pass a
    ///   name: `static let primary = Key<Account>("primary")`.
    public init(_ name: String = #function) {
        self.name = name
    }
}
