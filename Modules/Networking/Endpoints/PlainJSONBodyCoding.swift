public import Foundation

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
