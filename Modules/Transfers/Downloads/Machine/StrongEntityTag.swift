/// An entity tag that guarantees identical bytes (RFC 9110 section 8.8.3), as written in a header field.
struct StrongEntityTag: Sendable, Hashable {
    let text: String

    /// Returns `nil` for a weak tag, which guarantees only equal meaning, and for an invalid tag. Some servers omit the
    /// quotes; no standard says what such a tag guarantees.
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
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a strong entity tag.")
        }
        self = tag
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
