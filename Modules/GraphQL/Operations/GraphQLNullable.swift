/// A member of an input object with three states: an absent member leaves a value unchanged, and null removes the value
/// (GraphQL specification, section 3.10).
///
/// ```swift
/// struct ReviewChanges: Encodable {
///     var stars: GraphQLNullable<Int> = .absent
///     var text: GraphQLNullable<String> = .absent
/// }
///
/// ReviewChanges(text: .null)  // {"text": null}
/// ```
///
/// A synthesized `encode(to:)` omits an absent member.
public enum GraphQLNullable<Value> {
    /// The member is not sent.
    case absent
    /// The member is sent as `null`.
    case null
    /// The member is sent with this value.
    case value(Value)
}

extension GraphQLNullable: Sendable where Value: Sendable {}
extension GraphQLNullable: Equatable where Value: Equatable {}

extension GraphQLNullable: Encodable where Value: Encodable {
    /// Encodes the value or null. Throws an `EncodingError` for ``absent``: only a member of an object can be absent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .absent:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath, debugDescription: "Only a member of an object can be absent."))
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

// The compiler's synthesized `encode(to:)` prefers these overloads to the generic ones.
extension KeyedEncodingContainer {
    /// Encodes the value or null; omits the key of an absent member.
    public mutating func encode<Value: Encodable>(_ member: GraphQLNullable<Value>, forKey key: Key) throws {
        switch member {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }

    /// Encodes the value or null; omits the key of an absent member and of `nil`.
    public mutating func encodeIfPresent<Value: Encodable>(
        _ member: GraphQLNullable<Value>?, forKey key: Key
    ) throws {
        if let member { try encode(member, forKey: key) }
    }
}
