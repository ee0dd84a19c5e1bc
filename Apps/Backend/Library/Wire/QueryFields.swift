import Foundation

/// The fields of a query or form in their order (WHATWG URL, section 5.1). A name may occur several times.
struct QueryFields: Sendable {
    private(set) var fields: [(name: String, value: String)]

    /// Malformed percent-encoding stays as it is.
    init(_ query: String) {
        fields = Self.pairs(query).map { (Self.decode($0) ?? String($0), Self.decode($1) ?? String($1)) }
    }

    /// `nil` if the text is malformed, or has a field twice, which RFC 6749, section 3.2, forbids.
    init?(form text: String) {
        fields = []
        for (name, value) in Self.pairs(text) {
            guard let name = Self.decode(name), let value = Self.decode(value), self[name] == nil else { return nil }
            fields.append((name, value))
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

    static func decode(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }

    private static func pairs(_ text: String) -> [(Substring, Substring)] {
        text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (halves[0], halves.count > 1 ? halves[1] : "")
        }
    }

    private static func encode(_ text: String) -> String {
        (text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text).replacing("%20", with: "+")
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
