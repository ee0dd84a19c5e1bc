/// An entity tag that promises the same bytes (RFC 9110 section 8.8.3), in the form in which it stands in a field.
struct StrongEntityTag: Sendable, Hashable {
    let text: String

    /// `nil` for a weak tag, which promises the same meaning only, and for what is no entity tag at all. Some servers
    /// leave out the quotes; nothing says what such a tag promises.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
            bytes[1..<bytes.count - 1].allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F })
        else { return nil }
        self.text = text
    }
}

extension StrongEntityTag: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let tag = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no strong entity tag.")
        }
        self = tag
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
