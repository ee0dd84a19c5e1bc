/// A version of an API: the first segment below the base URL, `v` and a number.
public struct APIVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let number: Int

    /// Version `number`, counted from 1.
    public init(_ number: Int) {
        self.number = number
    }

    public var description: String { "v\(number)" }

    public static func < (left: APIVersion, right: APIVersion) -> Bool {
        left.number < right.number
    }
}
