/// Percent-encodes the UTF-8 bytes of a text (RFC 3986 section 2.1), for one component of a URL or a form.
package struct PercentEncoding {
    private let allowed: @Sendable (UInt8) -> Bool
    private let spaceIsPlus: Bool

    /// For a path segment or a name or value of a query: encodes all but unreserved characters. The grammar allows
    /// more, but servers interpret other characters differently: many read `+` in a query as a space.
    package static var segment: PercentEncoding { PercentEncoding(allowed: isUnreserved, spaceIsPlus: false) }

    /// For `application/x-www-form-urlencoded`, as in the URL standard: a space becomes `+`, and `*-._` are not
    /// encoded.
    static var form: PercentEncoding {
        PercentEncoding(
            allowed: { isUnreserved($0) && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: "*") }, spaceIsPlus: true)
    }

    package func append(_ value: some StringProtocol, to text: inout String) {
        for byte in value.utf8 {
            if allowed(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else if spaceIsPlus && byte == UInt8(ascii: " ") {
                text += "+"
            } else {
                Self.append(byte, to: &text)
            }
        }
    }

    /// Appends one byte, always encoded.
    static func append(_ byte: UInt8, to text: inout String) {
        text += "%"
        text.unicodeScalars.append(hexadecimal(byte >> 4))
        text.unicodeScalars.append(hexadecimal(byte & 0xF))
    }

    /// `bytes` as text, with each byte percent-encoded that is not UTF-8.
    static func escapingOpaque(_ bytes: [UInt8]) -> String {
        var text = ""
        var parser = Unicode.UTF8.ForwardParser()
        var input = bytes.makeIterator()
        var rest = bytes[...]
        while true {
            switch parser.parseScalar(from: &input) {
            case .valid(let scalar):
                text.unicodeScalars.append(UTF8.decode(scalar))
                rest.removeFirst(scalar.count)
            case .error(let length):
                for byte in rest.prefix(length) { append(byte, to: &text) }
                rest.removeFirst(length)
            case .emptyInput: return text
            }
        }
    }

    /// The items as `name=value&name=value`.
    func pairs(_ items: [QueryItem]) -> String {
        var text = ""
        for item in items {
            if !text.isEmpty { text += "&" }
            append(item.name, to: &text)
            text += "="
            append(item.value, to: &text)
        }
        return text
    }

    private static func hexadecimal(_ digit: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension String {
    /// Whether two hexadecimal digits follow every `%` (RFC 3986 section 2.1).
    public var hasOnlyWholeEscapes: Bool {
        var text = self
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
                let digits = rest[percent...].dropFirst().prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
                    return false
                }
                rest = rest[digits.endIndex...]
            }
            return true
        }
    }
}

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
