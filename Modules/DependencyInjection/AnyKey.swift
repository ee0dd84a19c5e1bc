/// A ``Key`` whose value type is known at run time only: what graphs, faults and errors speak of.
public struct AnyKey: Sendable, Hashable {
    /// The key's own name, without its type.
    public let name: String

    package let valueType: any Sendable.Type

    /// Forgets the value type for the compiler and keeps its identity.
    public init<Value>(_ key: Key<Value>) {
        name = key.name
        valueType = Value.self
    }

    var typeID: ObjectIdentifier { ObjectIdentifier(valueType) }

    /// The value's type with its module, for people only: identity is not decided by this text.
    ///
    /// Private types lose the memory address that Swift prints for them, so the text is the same in every run.
    public var typeName: String {
        var text = String(reflecting: valueType)
        while let start = text.firstRange(of: "(unknown context at $"),
            let end = text[start.upperBound...].firstIndex(of: ")")
        {
            let afterDot = text.index(after: end)
            text.removeSubrange(start.lowerBound..<(afterDot < text.endIndex ? text.index(after: afterDot) : afterDot))
        }
        return text
    }

    /// Equal when both the types, compared by identity, and the names are.
    public static func == (left: Self, right: Self) -> Bool {
        left.typeID == right.typeID && left.name == right.name
    }

    /// Feeds type identity and name, as `==` compares them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(typeID)
        hasher.combine(name)
    }
}

extension AnyKey: CustomStringConvertible {
    /// The name with the fully qualified type, as in `"users" (Services.UserService)`.
    public var description: String { "\"\(name)\" (\(typeName))" }
}
