/// A `name=value` pair of a query or a form. Both are plain text, which the router encodes.
public struct QueryItem: Sendable, Hashable {
    /// The name before percent-encoding.
    public let name: String
    /// The value before percent-encoding.
    public let value: String

    /// A pair with a text value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// A pair with a number as its value.
    public init(_ name: String, _ value: some BinaryInteger) {
        self.init(name, String(value))
    }
}
