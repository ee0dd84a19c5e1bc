/// A ``CustomFailure`` of any type. Two are equal if their types and values are.
public struct AnyCustomFailure: Sendable, Equatable {
    /// The failure with its own type, for callers that cast it.
    public let base: any CustomFailure

    /// Erases the type of `base`.
    public init(_ base: any CustomFailure) {
        self.base = base
    }

    public static func == (first: Self, second: Self) -> Bool { first.base.isEqual(to: second.base) }
}

extension AnyCustomFailure: CustomStringConvertible {
    /// The failure's own description.
    public var description: String { "\(base)" }
}

extension CustomFailure {
    fileprivate func isEqual(to other: any CustomFailure) -> Bool { other as? Self == self }
}
