public import Foundation

/// A request as it came over the wire.
public struct WireRequest: Sendable {
    /// Such as `GET / HTTP/1.1`.
    public let line: String
    /// In their order, names as they were sent.
    public let fields: [(name: String, value: String)]
    /// Without its framing.
    public let body: Data

    /// A request from its parts.
    public init(line: String, fields: [(name: String, value: String)], body: Data) {
        self.line = line
        self.fields = fields
        self.body = body
    }

    /// All values of one field, in their order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
