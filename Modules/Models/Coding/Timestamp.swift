public import Foundation

/// A date in a wire type: on the wire it is a string as ``InternetDateTime`` reads and writes it, in milliseconds.
///
/// ```swift
/// struct Receipt: Codable {
///     let id: String
///     let createdAt: Timestamp
///     let deletedAt: Timestamp?
/// }
/// ```
///
/// A wire type that says `Timestamp` where the domain value says `Date` carries its own form: no coder can be
/// configured so that it reads another one. It is also faster than a date strategy, which the decoder enters through a
/// container of its own; see `KeyedDecodingContainer.decode(_:forKey:)` for timestamps.
public struct Timestamp: Hashable, Sendable {
    /// The instant.
    public var date: Date

    /// Wraps any date. One that RFC 3339 can't write (outside the years 0001…9999) is an `EncodingError` when encoded.
    public init(_ date: Date) {
        self.date = date
    }

    /// Reads what a server sent.
    public init(parsing text: String) throws(InternetDateTimeError) {
        date = try InternetDateTime.parse(text)
    }
}

extension Timestamp: CustomStringConvertible {
    /// What goes over the wire, or the seconds since 1970 of a date that cannot.
    public var description: String {
        InternetDateTime.format(date) ?? "\(date.timeIntervalSince1970) s since 1970"
    }
}

extension Timestamp: Comparable {
    /// Earlier before later.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.date < right.date
    }
}

extension Timestamp: Codable {
    /// Reads a string. A wrong one is `DecodingError.dataCorrupted` with an ``InternetDateTimeError`` underneath.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        try self.init(decoding: text, at: decoder.codingPath)
    }

    /// Writes a string in UTC with milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encodedText(at: encoder.codingPath))
    }

    /// Parses a decoded string; the `DecodingError` says where it stood and what was expected, and repeats none of it.
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
            // The number and not the date: Foundation on Linux traps when it prints a date that is no number, and
            // whoever logs this error prints its value.
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
