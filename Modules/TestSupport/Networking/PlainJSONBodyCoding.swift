public import Foundation
public import Networking

/// A fake of ``BodyCoding``: Foundation's JSON with sorted keys, so that equal values give equal bytes. Dates are
/// numbers, Foundation's default, so tests of dates must use the app's own coding.
public struct PlainJSONBodyCoding: BodyCoding {
    private let encoder: JSONEncoder
    private let decoder = JSONDecoder()

    /// Creates a coding for JSON with sorted keys.
    public init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    public var contentType: String { "application/json" }

    public func encode(_ value: any Encodable) throws -> Data {
        try encoder.encode(value)
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.decode(type, from: data)
    }
}
