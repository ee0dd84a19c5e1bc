public import Foundation
import Models
public import Networking

/// Implements Networking's `BodyCoding` with Models' `JSONCoding`: the one place that chooses the wire format.
public struct JSONBodyCoding: BodyCoding {
    /// With sorted keys, so that equal values have equal bytes. Otherwise an object in a URL, such as the variables of a
    /// GraphQL query, would give the response cache a new key in every run.
    private let json = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])

    /// Creates a coding with the options of `JSONCoding`.
    public init() {}

    public var contentType: String { "application/json" }

    public func encode(_ value: any Encodable) throws -> Data {
        try json.encode(value)
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try json.decode(type, from: data)
    }
}
