public import Foundation

/// Encodes and decodes bodies: a port, so that this module depends on no date format or key style.
public protocol BodyCoding: Sendable {
    /// The media type that ``encode(_:)`` writes, such as `application/json`.
    var contentType: String { get }

    /// Encodes a value; throws the encoder's error.
    func encode(_ value: any Encodable) throws -> Data

    /// Decodes a value; throws `DecodingError` with its coding path. The `debugDescription` of a `dataCorrupted` error
    /// with an underlying error is shown to developers, so it must not quote the data.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}
