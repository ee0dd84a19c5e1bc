extension Decoder {
    /// Rejects an object with a key that its type does not have. Otherwise a misspelled optional key would be ignored,
    /// and its restriction too.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, which names the key.
    func refuseUnknownKeys<Key: CodingKey>(besides known: Key.Type) throws {
        let container = try container(keyedBy: AnyKey.self)
        for key in container.allKeys where Key(stringValue: key.stringValue) == nil {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "there is no key of this name")
        }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        return nil
    }
}
