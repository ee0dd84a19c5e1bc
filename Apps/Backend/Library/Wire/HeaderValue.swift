/// A header value with parameters: `form-data; name="avatar"; filename="a.png"`.
///
/// Parameters are tokens or quoted strings (RFC 9110, section 5.6). A duplicate name makes the value invalid, because
/// parsers disagree about which one counts. The text is parsed as bytes, because in Swift a quote with a combining
/// accent is one character, and not a quote.
struct HeaderValue: Equatable, Sendable {
    /// The text before the first semicolon, without surrounding white space.
    let value: String
    /// By lower-cased name.
    let parameters: [String: String]

    /// `nil` if the text is malformed.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        let value = rest.prefix { $0 != Self.semicolon }
        rest = rest[value.endIndex...]
        self.value = Self.string(value.drop(while: Self.isBlank).trimmingSuffix(while: Self.isBlank))
        var parameters: [String: String] = [:]
        while !rest.isEmpty {
            rest = rest.dropFirst().drop(while: Self.isBlank)
            let name = rest.prefix { $0 != Self.equals }
            rest = rest[name.endIndex...]
            guard Self.isToken(name), rest.popFirst() == Self.equals else { return nil }
            guard let parameter = Self.readValue(&rest) else { return nil }
            guard parameters.updateValue(parameter, forKey: Self.string(name).lowercased()) == nil else { return nil }
            rest = rest.drop(while: Self.isBlank)
            guard rest.isEmpty || rest.first == Self.semicolon else { return nil }
        }
        self.parameters = parameters
    }

    /// Whether `bytes` are a token of RFC 9110, section 5.6.2.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(tokenBytes.contains)
    }

    private static func readValue(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == quote else {
            let token = rest.prefix { $0 != semicolon && !isBlank($0) }
            rest = rest[token.endIndex...]
            return isToken(token) ? string(token) : nil
        }
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case quote: return string(value)
            case backslash:
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            default: value.append(byte)
            }
        }
        return nil
    }

    private static func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static let semicolon = UInt8(ascii: ";")
    private static let equals = UInt8(ascii: "=")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}

extension ArraySlice {
    fileprivate func trimmingSuffix(while isDropped: (Element) -> Bool) -> Self {
        guard let last = lastIndex(where: { !isDropped($0) }) else { return self[startIndex..<startIndex] }
        return self[...last]
    }
}
