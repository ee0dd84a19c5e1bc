public import Foundation

/// Encodes and decodes bodies: a port, so that this module depends on no date format or key style.
public protocol BodyCoding: Sendable {
    /// The media type that ``encode(_:)`` writes, such as `application/json`.
    var contentType: String { get }

    /// Encodes a value; throws the encoder's error.
    func encode(_ value: any Encodable) throws -> Data

    /// Decodes a value; throws `DecodingError` with its coding path. If a `dataCorrupted` error has an underlying
    /// error, its text is shown to developers, so that text must not quote the data.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}
