public import Foundation

/// A received request.
public struct RawRequest: Sendable {
    /// Request line and header fields as the client sent them, without the empty line after them.
    public let head: String
    /// Without the framing; empty if only the head was received.
    public internal(set) var body = Data()

    /// - Parameter head: request line and header fields, separated by CRLF.
    public init(head: String) {
        self.head = head
    }

    /// The request line.
    public var line: String {
        head.components(separatedBy: "\r\n")[0]
    }

    /// The request line's target: path and query.
    public var target: String {
        line.components(separatedBy: " ")[1]
    }

    /// All received bytes, as text.
    public var text: String {
        head + String(decoding: body, as: UTF8.self)
    }

    /// The header fields in order, with names as the client sent them.
    public var fields: [(name: String, value: String)] {
        head.components(separatedBy: "\r\n").dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces))
        }
    }

    /// All values of one field, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The first value of one field.
    public subscript(_ name: String) -> String? {
        values(name).first
    }
}
