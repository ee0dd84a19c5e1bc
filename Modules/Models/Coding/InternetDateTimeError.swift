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
