/// Names one value of the container: what it is (`Value`) and which of them (`name`).
///
/// Declare keys beside the type they speak of, in an extension for that type. The name is then the property's own, and
/// the composition root and its callers write `.users`:
///
/// ```swift
/// extension Key<any UserService> {
///     public static var users: Self { Self() }
/// }
/// ```
///
/// A key's type is best what its users ask for, here the protocol. Where a factory passes a value on as something more
/// general than its key says, spell that need `Key.store` rather than `.store`: from the bare dot the compiler takes
/// the key to be of the more general type, finds none, and says so.
///
/// Two keys are equal when the compiler says that their values are of the same type and their names are equal. Types
/// are compared by identity, not by spelling: `Billing.Account` and `Chat.Account` never meet, whatever they are
/// called.
public struct Key<Value: Sendable>: Sendable, Hashable {
    /// Tells apart several values of one type, such as the sessions of two environments.
    public let name: String

    /// - Parameter name: left out inside a computed property, it is that property's name. A stored property gives its
    ///   own (`static let primary = Key<Account>("primary")`), since Swift does not tell it there.
    public init(_ name: String = #function) {
        self.name = name
    }
}

extension Key: CustomStringConvertible {
    /// The name with the fully qualified type, as in `"users" (Services.UserService)`.
    public var description: String { AnyKey(self).description }
}
