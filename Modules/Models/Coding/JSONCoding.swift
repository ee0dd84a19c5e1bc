public import Foundation

/// The workspace's JSON format: one decoder and one encoder, configured once and safe to share between tasks.
///
/// - Dates are RFC 3339 strings (``InternetDateTime``): decoded in every accepted form, encoded in UTC with
///   milliseconds. Wire types declare them as `Date` or, which is faster, ``Timestamp``.
/// - Keys are the type's own coding keys. `convertFromSnakeCase` is not used: it converts `created_at` to `createdAt`
///   before it looks for the coding key `created_at`, finds nothing, and takes twice the time.
/// - `NaN` and infinite numbers are errors, because JSON cannot express them.
/// - A comma before a closing bracket is an error (RFC 8259). Foundation's decoder accepts it, and so does the one
///   from ``makeDecoder()``.
///
/// Foundation's coders are thread-safe, but their options can be changed. They are private here, so that no user of a
/// `JSONCoding` can change the format for the others.
public struct JSONCoding: Sendable {
    private let decoder: JSONDecoder
    private let encoder: JSONEncoder

    /// - Parameter formatting: the default is compact and does not escape `/`. Add `.sortedKeys` if equal values must
    ///   encode to equal bytes, as in digests and fixtures.
    public init(formatting: JSONEncoder.OutputFormatting = .withoutEscapingSlashes) {
        decoder = Self.makeDecoder()
        encoder = Self.makeEncoder(formatting: formatting)
    }

    /// Decodes one JSON value. An error names the coding path, but repeats no part of an invalid date.
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

    /// Makes a decoder with the same options, for an API that requires Foundation's class.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .useDefaultKeys
        decoder.nonConformingFloatDecodingStrategy = .throw
        decoder.dateDecodingStrategy = .custom { try Timestamp(from: $0).date }
        return decoder
    }

    /// Makes an encoder with the same options, for an API that requires Foundation's class.
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

/// Finds commas before a closing bracket. JSON forbids them (RFC 8259, sections 4 and 5), but Foundation accepts them.
enum TrailingComma {
    /// The offset of the first trailing comma, or `nil`. Apart from trailing commas, `json` must be well-formed.
    static func offset(in json: Data) -> Int? {
        json.withUnsafeBytes { bytes in
            // The slower search that skips strings runs only if the text has a comma before a bracket anywhere.
            isSuspect(bytes) ? firstOutsideStrings(bytes) : nil
        }
    }

    private static func isSuspect(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        let end = start + bytes.count
        var place = start
        while place < end, let comma = memchr(place, Int32(UInt8(ascii: ",")), end - place) {
            place = UnsafeRawPointer(comma) + 1
            while place < end, isBlank(place.load(as: UInt8.self)) { place += 1 }
            if place < end, isClosing(place.load(as: UInt8.self)) { return true }
        }
        return false
    }

    private static func firstOutsideStrings(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var isInString = false
        var comma: Int?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else if !isBlank(byte) {
                if isClosing(byte), let comma { return comma }
                comma = byte == UInt8(ascii: ",") ? index : nil
                isInString = byte == UInt8(ascii: "\"")
            }
            index += 1
        }
        return nil
    }

    private static func isClosing(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }
}
