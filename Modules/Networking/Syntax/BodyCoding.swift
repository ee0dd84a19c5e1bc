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

/// JSON by Foundation's coders, for an API that has no module of its own for its formats.
///
/// Equal values have equal bytes, because keys are sorted. Otherwise an object in a URL, such as the variables of a
/// GraphQL query, would give the response cache a new key in every run.
public struct PlainJSONBodyCoding: BodyCoding {
    private let encoder: JSONEncoder
    private let decoder: JSONDecoder

    /// Creates a coding with the formats of your API. By default dates are numbers, as in Foundation.
    ///
    /// - Parameters:
    ///   - dates: how dates are written, such as `.iso8601`.
    ///   - dateDecoding: how dates are read, such as `.iso8601`.
    public init(
        dates: JSONEncoder.DateEncodingStrategy = .deferredToDate,
        dateDecoding: JSONDecoder.DateDecodingStrategy = .deferredToDate
    ) {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = dates
        decoder = JSONDecoder()
        decoder.dateDecodingStrategy = dateDecoding
    }

    public var contentType: String { "application/json" }

    public func encode(_ value: any Encodable) throws -> Data {
        try encoder.encode(value)
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.decode(type, from: data)
    }
}
