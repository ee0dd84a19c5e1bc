import Foundation

/// The fields of an `application/x-www-form-urlencoded` body (WHATWG URL, section 5.1).
struct FormBody: Equatable, Sendable {
    /// The values by name.
    let fields: [String: String]

    /// `nil` if the text is malformed, or has a field twice, which RFC 6749, section 3.2, forbids.
    init?(_ text: String) {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0]), let value = Self.decode(halves.count > 1 ? halves[1] : "") else {
                return nil
            }
            guard fields.updateValue(value, forKey: name) == nil else { return nil }
        }
        self.fields = fields
    }

    /// A field that is not empty. RFC 6749 treats an empty field as omitted.
    subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    static func decode(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
