/// Identifies a value of a ``Container`` by its type and a name.
///
/// Declare a key in an extension for the type that callers need, here a protocol. The property names the key:
///
/// ```swift
/// extension Key<any AuthService> {
///     public static var auth: Self { Self() }
/// }
/// ```
///
/// If a factory passes a dependency on as a more general type, write `Key.store` instead of `.store`, because the compiler
/// would look up `.store` on the key of the more general type.
public struct Key<Value: Sendable>: Sendable, Hashable {
    /// Distinguishes several values of one type, such as the sessions of two environments.
    public let name: String

    /// - Parameter name: The default is the name of the enclosing computed property. A stored property must pass a
    ///   name: `static let primary = Key<Account>("primary")`.
    public init(_ name: String = #function) {
        self.name = name
    }
}

/// A ``Key`` without its static value type, as graphs, faults and errors use it.
///
/// Types are compared by identity, so `Billing.Account` and `Chat.Account` are different keys under the same name.
public struct AnyKey: Sendable, Hashable, CustomStringConvertible {
    /// The name without the type.
    public let name: String
    /// The type of its values.
    public let valueType: any Sendable.Type

    /// Erases the value type of `key`.
    public init<Value>(_ key: Key<Value>) {
        name = key.name
        valueType = Value.self
    }

    var typeID: ObjectIdentifier { ObjectIdentifier(valueType) }
    /// Fully qualified, as in `Services.AuthService`.
    var typeName: String { String(reflecting: valueType) }

    /// The name and the fully qualified type, as in `"auth" (Services.AuthService)`.
    public var description: String { "\"\(name)\" (\(typeName))" }

    public static func == (left: Self, right: Self) -> Bool {
        left.typeID == right.typeID && left.name == right.name
    }

    /// Hashes only the type, because few keys share one, and hashing a name takes longer than the rest of a look-up.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(typeID)
    }
}

/// A value without its static type.
struct AnyValue: Sendable {
    private final class Box<Value: Sendable>: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let box: any AnyObject & Sendable

    init<Value: Sendable>(_ value: Value) {
        box = Box(value)
    }

    /// The value, as the type of the key that it belongs to.
    func get<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
        // Checked in debug builds only: a cast would need the type's metadata, whose lookup takes longer than the rest.
        unsafeDowncast(box, to: Box<Value>.self).value
    }
}
