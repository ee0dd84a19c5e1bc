public import Foundation

/// A request as the server reads it from the wire.
public struct WireRequest: Sendable {
    /// The request line, such as `GET / HTTP/1.1`.
    public let line: String
    /// The header fields in order, with their names as sent.
    public let fields: [(name: String, value: String)]
    /// The body without its framing.
    public let body: Data

    /// Creates a request from its parts.
    public init(line: String, fields: [(name: String, value: String)], body: Data) {
        self.line = line
        self.fields = fields
        self.body = body
    }

    /// All values of one field, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
