import Foundation

/// A header value with parameters: `form-data; name="avatar"; filename="a.png"`.
///
/// Parameters are tokens or quoted strings (RFC 9110, section 5.6). A duplicate name makes the value invalid, because
/// parsers disagree about which one counts.
struct HeaderValue: Equatable, Sendable {
    /// The text before the first semicolon, without surrounding white space, in lower case.
    let value: String
    /// By lower-cased name.
    let parameters: [String: String]

    init?(_ text: String) {
        // In Swift, a quote with a combining accent is one character, and not a quote.
        let parameter =
            #/
            ;[\u{20}\t]* ([!\#$%&'*+\-.^_`|~0-9A-Za-z]+) =
            (?: ([!\#$%&'*+\-.^_`|~0-9A-Za-z]+) | "((?:[^"\\]|\\.)*)" ) [\u{20}\t]*
            /#.matchingSemantics(.unicodeScalar)
        let end = text.firstIndex(of: ";") ?? text.endIndex
        var rest = text[end...]
        var parameters: [String: String] = [:]
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: parameter) else { return nil }
            let value = match.3.map { $0.replacing(/\\(.)/) { $0.1 } } ?? match.2 ?? ""
            guard parameters.updateValue(String(value), forKey: match.1.lowercased()) == nil else { return nil }
            rest = rest[match.range.upperBound...]
        }
        value = text[..<end].trimmingCharacters(in: .whitespaces).lowercased()
        self.parameters = parameters
    }
}
