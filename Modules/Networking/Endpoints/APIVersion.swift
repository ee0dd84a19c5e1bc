/// A version of an API. Its text, such as `v2`, is the first path segment after the base URL.
public struct APIVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Counted from 1.
    public let number: Int

    /// Version `number`; the first version is 1.
    public init(_ number: Int) {
        self.number = number
    }

    public var description: String { "v\(number)" }

    public static func < (left: APIVersion, right: APIVersion) -> Bool {
        left.number < right.number
    }
}
