/// One `name=value` of a query or a form. Both sides are plain text; encoding is the router's work.
public struct QueryItem: Sendable, Hashable {
    public let name: String
    public let value: String

    /// A pair of texts.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// A pair with a number.
    public init(_ name: String, _ value: some BinaryInteger) {
        self.init(name, String(value))
    }
}
