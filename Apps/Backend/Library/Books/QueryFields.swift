/// The fields of a query in their order. A name may occur several times.
struct QueryFields: Sendable {
    private var fields: [(name: String, value: String)]

    /// Reads the query of a URL as a form (WHATWG URL, section 5.1). Malformed percent-encoding stays as it is.
    init(_ query: String) {
        fields = query.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decode(halves[0]), halves.count > 1 ? Self.decode(halves[1]) : "")
        }
    }

    /// The last value of a name. Setting it replaces all values, and `nil` removes them.
    subscript(name: String) -> String? {
        get { fields.last { $0.name == name }?.value }
        set {
            fields.removeAll { $0.name == name }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// The query sorted by name and encoded again, so it can differ from the client's text.
    var encoded: String {
        // The position keeps the order of a name's values.
        fields.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map { Self.encode($0.element.name) + "=" + Self.encode($0.element.value) }.joined(separator: "&")
    }

    private static func decode(_ text: Substring) -> String { FormBody.decode(text) ?? String(text) }

    private static func encode(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            if unreserved.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else if byte == UInt8(ascii: " ") {
                encoded += "+"
            } else {
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
