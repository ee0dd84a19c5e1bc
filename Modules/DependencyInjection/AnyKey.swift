/// A ``Key`` without its static value type, as graphs, faults and errors use it.
public struct AnyKey: Sendable, Hashable, CustomStringConvertible {
    /// The name of the key, without its type.
    public let name: String

    package let valueType: any Sendable.Type

    /// Erases the value type of `key`.
    public init<Value>(_ key: Key<Value>) {
        name = key.name
        valueType = Value.self
    }

    var typeID: ObjectIdentifier { ObjectIdentifier(valueType) }

    /// The fully qualified name of the value type, as in `Services.AuthService`.
    public var typeName: String { String(reflecting: valueType) }

    /// The name and the fully qualified type, as in `"auth" (Services.AuthService)`.
    public var description: String { "\"\(name)\" (\(typeName))" }

    /// Compares the types by identity, then the names.
    public static func == (left: Self, right: Self) -> Bool {
        left.typeID == right.typeID && left.name == right.name
    }

    /// Hashes the type's identity and the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(typeID)
        hasher.combine(name)
    }
}
