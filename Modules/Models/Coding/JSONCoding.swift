public import Foundation

/// JSON as this workspace speaks it: a decoder and an encoder, configured once and shared by whoever holds the value.
///
/// - Dates are RFC 3339 strings (``InternetDateTime``), read in every form and written in UTC with milliseconds. A wire
///   type may say `Date` or, which is faster, ``Timestamp``.
/// - Keys are the type's own coding keys. There is no `convertFromSnakeCase`: it converts `created_at` to `createdAt`
///   before it looks for the coding key `created_at`, finds nothing, and takes twice the time.
/// - `NaN` and infinite numbers, which JSON cannot write, are errors.
/// - A comma before a closing bracket is an error (RFC 8259). Foundation's decoder accepts it, so ``makeDecoder()`` does.
///
/// Foundation's coders are thread-safe classes whose options anybody who holds them can change. Here they are private,
/// so that one value serves all tasks at once and nobody changes what it means.
public struct JSONCoding: Sendable {
    private let decoder: JSONDecoder
    private let encoder: JSONEncoder

    /// - Parameter formatting: how JSON is written. The default is compact, with `/` as it is; add `.sortedKeys` where
    ///   equal values must give equal bytes, as in digests and fixtures.
    public init(formatting: JSONEncoder.OutputFormatting = .withoutEscapingSlashes) {
        decoder = Self.makeDecoder()
        encoder = Self.makeEncoder(formatting: formatting)
    }

    /// Decodes one JSON value. The error names the coding path; of a date it repeats nothing.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
        let value = try decoder.decode(type, from: data)
        if let offset = TrailingComma.offset(in: data) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "Trailing comma at byte \(offset)."))
        }
        return value
    }

    /// Encodes one value as JSON in UTF-8.
    public func encode(_ value: some Encodable) throws -> Data {
        try encoder.encode(value)
    }

    /// A decoder of one's own with the same options, for an interface that asks for Foundation's class.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .useDefaultKeys
        decoder.nonConformingFloatDecodingStrategy = .throw
        decoder.dateDecodingStrategy = .custom { try Timestamp(from: $0).date }
        return decoder
    }

    /// An encoder of one's own with the same options, for an interface that asks for Foundation's class.
    public static func makeEncoder(
        formatting: JSONEncoder.OutputFormatting = .withoutEscapingSlashes
    ) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.keyEncodingStrategy = .useDefaultKeys
        encoder.nonConformingFloatEncodingStrategy = .throw
        encoder.dateEncodingStrategy = .custom { date, encoder in try Timestamp(date).encode(to: encoder) }
        return encoder
    }
}
