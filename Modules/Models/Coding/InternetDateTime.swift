public import Foundation

/// Parses and formats dates and times of RFC 3339, a profile of ISO 8601, in the variants that servers really send.
///
/// **Accepted**: `2026-01-31T09:30:00Z` and its variants. Between date and time: `T`, `t` or a space (section 5.6).
/// Fraction: any number of digits after `.` or, as ISO 8601 allows, `,`. Offset: `Z`, `z`, `+02:00`, `+0200` or `+02`.
///
/// **Rejected**, with the position of the wrong byte: everything else. Examples are dates or times alone, missing
/// seconds or offsets, days that do not exist, hour 24, week dates, ISO 8601's basic format, bracketed suffixes
/// (RFC 9557) and surrounding spaces.
///
/// - Years: 0001…9999, both in the text and in UTC. Year 0000 is rejected, because some databases write it for "none".
/// - Offset: used to compute the instant, then discarded. `-00:00` means UTC with an unknown local offset (RFC 3339,
///   section 4.3), and since RFC 9557, section 2, `Z` means the same. Both are read like `+00:00`.
/// - Leap seconds: second 60 is accepted only at the end of June or December in UTC, as in all leap seconds so far. The
///   text may have any offset (`1990-12-31T15:59:60-08:00`). Like POSIX time, `Date` has no leap seconds, so the result
///   is the following second. The year is not checked, because future leap seconds are unknown.
/// - Precision: that of `Date(timeIntervalSince1970:)` with the nearest `Double`. A text and a number of milliseconds
///   for the same instant give equal dates. Milliseconds are exact in every year, microseconds from 1870 to 2239.
public enum InternetDateTime {
    /// How many digits of the second's fraction are written. A `Date` resolves microseconds at best.
    public enum Precision: Int, CaseIterable, Sendable {
        case seconds = 0
        case milliseconds = 3
        case microseconds = 6
    }

    /// The instants that RFC 3339 can express, without the year 0000: 0001-01-01T00:00:00Z up to the year 10000.
    static let secondsSince1970 = -62_135_596_800.0..<253_402_300_800.0

    /// Returns the instant that `text` describes.
    public static func parse(_ text: String) throws(InternetDateTimeError) -> Date {
        // `withUTF8` rethrows untyped errors only, hence the result. It copies only bridged Objective-C strings.
        var text = text
        let result = text.withUTF8 { buffer -> Result<Double, InternetDateTimeError> in
            do throws(InternetDateTimeError) {
                return .success(try InternetDateTimeParser.secondsSince1970(in: buffer.span))
            } catch {
                return .failure(error)
            }
        }
        return Date(timeIntervalSince1970: try result.get())
    }

    /// Formats `date` in UTC, such as `2026-01-31T09:30:00.000Z`.
    ///
    /// The number of digits depends only on `precision`, so that texts of one precision sort like their instants.
    /// The date is rounded to the nearest unit, but never up to the year 10000.
    ///
    /// - Returns: `nil` for a date that is not a number or outside the years 0001…9999. `Date.distantPast` is outside,
    ///   by two days.
    public static func format(_ date: Date, precision: Precision = .milliseconds) -> String? {
        let seconds = date.timeIntervalSince1970
        guard secondsSince1970.contains(seconds) else { return nil }
        return InternetDateTimeFormatter.text(secondsSince1970: seconds, precision: precision)
    }
}

/// Why a text is not an RFC 3339 date and time: what is wrong, and at which byte.
///
/// It contains no part of the rejected text, so it may be logged even if the text may not.
public struct InternetDateTimeError: Error, Hashable, Sendable {
    /// The parts of a date and time, in the order in which they are parsed.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        case year
        case dateSeparator
        case month
        case day
        case timeSeparator
        case hour
        case timeColon
        case minute
        case second
        case fraction
        case offset
        case offsetHour
        case offsetMinute
    }

    /// What is wrong with the text.
    public enum Reason: Hashable, Sendable {
        /// The text ends before or within this part: a date alone, a missing offset, a truncated text.
        case unexpectedEnd(Part)
        /// The byte is not allowed in this part: a letter, a space, a digit of another script.
        case unexpectedByte(Part)
        /// The number is outside the range of this part: month 13, hour 24, minute 60, offset +24:00.
        case outOfRange(Part)
        /// The month is too short for the day: 30 February, 29 February of a common year, 31 April.
        case noSuchDay
        /// Second 60 is not at the end of June or December in UTC.
        case noLeapSecond
        /// The local time is in the years 0001…9999, but its offset or leap second moves the instant out of them.
        case instantOutOfRange
        /// More bytes follow a complete date and time.
        case trailingBytes
    }

    /// What is wrong, and in which part of the text.
    public let reason: Reason
    /// The zero-based position in the text's UTF-8 bytes; the text's length for an unexpected end.
    public let byteOffset: Int

    init(_ reason: Reason, at byteOffset: Int) {
        self.reason = reason
        self.byteOffset = byteOffset
    }
}

extension InternetDateTimeError: CustomStringConvertible {
    /// A sentence for developers, made of fixed words and the byte offset.
    public var description: String {
        switch reason {
        case .unexpectedEnd(let part): "the text ends at byte \(byteOffset), where \(part.expectation) was expected"
        case .unexpectedByte(let part):
            "the byte at offset \(byteOffset) is wrong where \(part.expectation) was expected"
        case .outOfRange(let part):
            "the number at byte \(byteOffset) is out of range where \(part.expectation) was expected"
        case .noSuchDay: "the day at byte \(byteOffset) does not exist in its month"
        case .noLeapSecond: "second 60 at byte \(byteOffset) is not at the end of June or December in UTC"
        case .instantOutOfRange: "the instant lies outside the years 0001 to 9999 of UTC"
        case .trailingBytes: "the date and time is complete before byte \(byteOffset), but the text goes on"
        }
    }
}

extension InternetDateTimeError.Part {
    fileprivate var expectation: String {
        switch self {
        case .year: "a year of four digits (0001 to 9999)"
        case .dateSeparator: "“-” in the date"
        case .month: "a month of two digits (01 to 12)"
        case .day: "a day of two digits (01 to 31)"
        case .timeSeparator: "“T” or a blank between date and time"
        case .hour: "an hour of two digits (00 to 23)"
        case .timeColon: "“:” in the time"
        case .minute: "a minute of two digits (00 to 59)"
        case .second: "a second of two digits (00 to 60)"
        case .fraction: "a digit of the second's fraction"
        case .offset: "“Z” or an offset from UTC such as +02:00"
        case .offsetHour: "an offset hour of two digits (00 to 23)"
        case .offsetMinute: "an offset minute of two digits (00 to 59)"
        }
    }
}
