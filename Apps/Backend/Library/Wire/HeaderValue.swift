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

/// Reads items of structured fields (RFC 9651). Parameters are ignored, and a malformed field counts as missing (section
/// 4.2).
enum StructuredField {
    static func integer(_ text: String?) -> Int? { item(text).flatMap { Int($0) } }

    static func boolean(_ text: String?) -> Bool? { item(text).flatMap { ["?0": false, "?1": true][$0] } }

    /// The byte sequence `sha-256` of a `Repr-Digest` (RFC 9530), which is a dictionary. Of equal keys, the last counts.
    static func sha256(_ text: String?) -> Data? {
        text?.matches(of: /(?:^|,)[ \t]*sha-256=:([A-Za-z0-9+\/=]*):/).last
            .flatMap { Data(base64Encoded: String($0.1)) }
            .flatMap { $0.count == 32 ? $0 : nil }
    }

    private static func item(_ text: String?) -> Substring? {
        text?.wholeMatch(
            of: /(-?[0-9]{1,15}|\?[01])(?:; *[a-z*][a-z0-9_\-.*]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[^;,"\s]+))?)*/)?.1
    }
}
