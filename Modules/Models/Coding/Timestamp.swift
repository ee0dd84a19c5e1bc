public import Foundation

/// A date in a wire type, encoded as a string in the format of ``InternetDateTime`` with milliseconds.
///
/// ```swift
/// struct Receipt: Codable {
///     let id: String
///     let createdAt: Timestamp
///     let deletedAt: Timestamp?
/// }
/// ```
///
/// Use it in wire types for values that are a `Date` in the domain. Its format does not depend on a coder's options.
/// It is also faster than a date strategy, for which the decoder creates a container per date; see
/// `KeyedDecodingContainer.decode(_:forKey:)` for timestamps.
public struct Timestamp: Hashable, Sendable {
    /// The wrapped date.
    public var date: Date

    /// Wraps any date. Encoding one outside the years 0001…9999 throws an `EncodingError`: RFC 3339 can't express it.
    public init(_ date: Date) {
        self.date = date
    }

    /// Parses an RFC 3339 date and time; ``InternetDateTime`` documents what is accepted.
    public init(parsing text: String) throws(InternetDateTimeError) {
        date = try InternetDateTime.parse(text)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The encoded text, or the seconds since 1970 if RFC 3339 can't express the date.
    public var description: String {
        InternetDateTime.format(date) ?? "\(date.timeIntervalSince1970) s since 1970"
    }
}

extension Timestamp: Comparable {
    /// Orders timestamps from earlier to later.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.date < right.date
    }
}

extension Timestamp: Codable {
    /// Decodes a string. An invalid one throws `DecodingError.dataCorrupted` with an ``InternetDateTimeError`` as its
    /// underlying error.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        try self.init(decoding: text, at: decoder.codingPath)
    }

    /// Encodes a string in UTC with milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encodedText(at: encoder.codingPath))
    }

    /// Parses a decoded string. The `DecodingError` has the coding path and the expected format, but no part of the
    /// text.
    init(decoding text: String, at codingPath: @autoclosure () -> [any CodingKey]) throws(DecodingError) {
        do throws(InternetDateTimeError) {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath(),
                    debugDescription: "Expected an RFC 3339 date and time such as 2026-01-31T09:30:00Z, but \(error).",
                    underlyingError: error
                )
            )
        }
    }

    func encodedText(at codingPath: @autoclosure () -> [any CodingKey]) throws(EncodingError) -> String {
        guard let text = InternetDateTime.format(date) else {
            // The error has the number and not the date, because code that logs the error prints its value, and
            // Foundation on Linux traps when it prints a date that is not a number.
            throw EncodingError.invalidValue(
                date.timeIntervalSince1970,
                EncodingError.Context(
                    codingPath: codingPath(),
                    debugDescription: "RFC 3339 can't write a date outside the years 0001 to 9999."
                )
            )
        }
        return text
    }
}

// The compiler's synthesized `init(from:)` and `encode(to:)` prefer these overloads to the generic ones. These
// overloads code the string directly, without the nested coder of the generic ones, so a timestamp costs no more than a
// string.

extension KeyedDecodingContainer {
    /// Decodes a timestamp as fast as a string.
    public func decode(_ type: Timestamp.Type, forKey key: Key) throws -> Timestamp {
        try Timestamp(decoding: decode(String.self, forKey: key), at: codingPath + [key])
    }

    /// Decodes a timestamp as fast as a string; `nil` if the key is absent or its value null.
    public func decodeIfPresent(_ type: Timestamp.Type, forKey key: Key) throws -> Timestamp? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        return try Timestamp(decoding: text, at: codingPath + [key])
    }
}

extension KeyedEncodingContainer {
    /// Encodes a timestamp as a string.
    public mutating func encode(_ value: Timestamp, forKey key: Key) throws {
        try encode(value.encodedText(at: codingPath + [key]), forKey: key)
    }

    /// Encodes a timestamp as a string; omits the key if there is none.
    public mutating func encodeIfPresent(_ value: Timestamp?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
    }
}
