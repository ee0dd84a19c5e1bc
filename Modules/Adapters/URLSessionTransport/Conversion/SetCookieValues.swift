/// Splits the values of several Set-Cookie fields that URLSession has joined with commas.
///
/// In general this is ambiguous, because dates contain commas too (RFC 9110 section 5.3 names the field as an
/// exception). But a new cookie begins with a name and `=`, before any `;` or comma, and the rest of a date does not.
struct SetCookieValues {
    let values: [String]

    init(joined text: String) {
        var values: [String] = []
        var value: [Substring] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if !value.isEmpty, part.beginsCookie {
                values.append(Self.trimmed(value))
                value = []
            }
            value.append(part)
        }
        self.values = values + [Self.trimmed(value)]
    }

    private static func trimmed(_ parts: [Substring]) -> String {
        String(parts.joined(separator: ",").drop { $0 == " " })
    }
}

extension Substring {
    /// Whether it starts with a token and `=` (RFC 6265 section 4.1.1).
    fileprivate var beginsCookie: Bool {
        let name = drop { $0 == " " }.prefix { !"=; \"(),/:<>?@[\\]{}\t".contains($0) }
        return !name.isEmpty && name.endIndex < endIndex && self[name.endIndex] == "="
    }
}
