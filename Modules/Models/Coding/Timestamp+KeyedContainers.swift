// The compiler's synthesized `init(from:)` and `encode(to:)` prefer these overloads to the generic ones. They code the
// string directly, without the nested coder of the generic ones, so a timestamp costs no more than a string.

extension KeyedDecodingContainer {
    /// Decodes a timestamp as fast as a string.
    public func decode(_ type: Timestamp.Type, forKey key: Key) throws -> Timestamp {
        try Timestamp(decoding: decode(String.self, forKey: key), at: codingPath + [key])
    }

    /// Decodes a timestamp as fast as a string; `nil` if the key is absent or its value null.
    public func decodeIfPresent(_ type: Timestamp.Type, forKey key: Key) throws -> Timestamp? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        return try Timestamp(decoding: text, at: codingPath + [key])
    }
}

extension KeyedEncodingContainer {
    /// Encodes a timestamp as a string.
    public mutating func encode(_ value: Timestamp, forKey key: Key) throws {
        try encode(value.encodedText(at: codingPath + [key]), forKey: key)
    }

    /// Encodes a timestamp as a string; omits the key if there is none.
    public mutating func encodeIfPresent(_ value: Timestamp?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
    }
}
