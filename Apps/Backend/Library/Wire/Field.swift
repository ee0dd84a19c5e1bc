/// The value of a JSON key. A Swift optional does not suffice, because a missing key, `null` and a value of the wrong
/// type get different errors.
enum Field<Value: Decodable & Sendable>: Sendable {
    case absent
    case null
    case value(Value)
    case mistyped
}

extension Field: Equatable where Value: Equatable {}

extension KeyedDecodingContainer {
    /// Reads a key and never throws, so that all invalid fields can be reported together.
    func field<Value>(_ key: Key, as type: Value.Type = Value.self) -> Field<Value> {
        guard contains(key) else { return .absent }
        if (try? decodeNil(forKey: key)) == true { return .null }
        guard let value = try? decode(Value.self, forKey: key) else { return .mistyped }
        return .value(value)
    }
}
