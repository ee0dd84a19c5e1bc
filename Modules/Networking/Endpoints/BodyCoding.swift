public import Foundation

/// Turns values into bytes and back: the port by which this module stays free of any date format or key style.
public protocol BodyCoding: Sendable {
    /// The media type that ``encode(_:)`` writes, such as `application/json`.
    var contentType: String { get }

    /// The bytes of a value; throws what `Encodable` throws.
    func encode(_ value: any Encodable) throws -> Data

    /// The value in the bytes; throws `DecodingError` with its coding path. A `dataCorrupted` with an underlying error
    /// is shown to developers with its text, which then repeats nothing of the bytes; without one it is not shown.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}
