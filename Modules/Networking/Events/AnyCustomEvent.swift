/// A ``CustomEvent`` of any type. Two are equal if their types and values are.
public struct AnyCustomEvent: Sendable, Equatable {
    /// The event with its own type, for monitors that cast it.
    public let base: any CustomEvent

    /// Erases the type of `base`.
    public init(_ base: any CustomEvent) {
        self.base = base
    }

    public static func == (first: Self, second: Self) -> Bool { first.base.isEqual(to: second.base) }
}

extension CustomEvent {
    fileprivate func isEqual(to other: any CustomEvent) -> Bool { other as? Self == self }
}
