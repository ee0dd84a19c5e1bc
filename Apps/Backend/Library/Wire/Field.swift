/// What a client put under one key. JSON knows more answers than a Swift optional: a key may be missing, be `null`,
/// or hold something of the wrong type, and each is answered differently.
enum Field<Value: Decodable & Sendable>: Sendable {
    case absent
    case null
    case value(Value)
    case mistyped
}

extension Field: Equatable where Value: Equatable {}

extension KeyedDecodingContainer {
    /// Reads a key without ever throwing for it, so that all bad fields can be reported at once.
    func field<Value>(_ key: Key, as type: Value.Type = Value.self) -> Field<Value> {
        guard contains(key) else { return .absent }
        if (try? decodeNil(forKey: key)) == true { return .null }
        guard let value = try? decode(Value.self, forKey: key) else { return .mistyped }
        return .value(value)
    }
}
