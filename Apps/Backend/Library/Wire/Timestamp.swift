import Foundation
import GRDB

/// A time in whole milliseconds since 1970: an integer in the database, and RFC 3339 text in UTC with milliseconds on
/// the wire: `2026-03-01T09:30:00.250Z`.
struct Timestamp: Hashable, Comparable, Sendable {
    let milliseconds: Int64

    static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    static func + (moment: Self, duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        return Self(milliseconds: moment.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    static func - (moment: Self, duration: Duration) -> Self { moment + (.zero - duration) }
}

extension Timestamp: CustomStringConvertible {
    /// The millisecond nearest to `date`.
    init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    var description: String {
        // The fraction is appended by hand, because a `Date` has binary fractions and its formatter may print .249
        // for .250.
        let second = HTTPDate(self).seconds
        let whole = Date(timeIntervalSince1970: TimeInterval(second)).formatted(.iso8601)
        let digits = String(milliseconds - second * 1000)
        return "\(whole.dropLast()).\(String(repeating: "0", count: 3 - digits.count))\(digits)Z"
    }
}

extension Timestamp: Codable {
    /// Reads RFC 3339 with or without a fraction of the second.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        // The parser of Foundation accepts more than RFC 3339.
        let time =
            /[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+\-][0-9]{2}:[0-9]{2})/
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        guard text.wholeMatch(of: time) != nil, let date = try? style.parse(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a date and time.")
        }
        self.init(date)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Timestamp: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        Int64.fromDatabaseValue(value).map(Self.init(milliseconds:))
    }
}

/// A time in whole seconds in the format of header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
struct HTTPDate: Hashable, Comparable, Sendable {
    /// Since 1970.
    let seconds: Int64

    static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}

extension HTTPDate: CustomStringConvertible {
    /// The second that contains the moment.
    init(_ moment: Timestamp) {
        let (second, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(seconds: rest < 0 ? second - 1 : second)
    }

    /// `nil` unless the text is a date in one of the three forms that a server must accept. A wrong weekday or 30 February
    /// is refused.
    init?(_ text: String) {
        // "Sun Nov  6": asctime(3) writes a day of one digit with a space before it.
        let isPadded = text.dropFirst(7).hasPrefix("  ")
        let text = isPadded ? text.prefix(7) + " 0" + text.dropFirst(9) : text
        for form in [Self.format] + Self.obsolete {
            guard let date = try? Date(text, strategy: form.parseStrategy), date.formatted(form) == text else {
                continue
            }
            self.init(seconds: Int64(date.timeIntervalSince1970))
            return
        }
        return nil
    }

    var description: String { Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(Self.format) }

    private static let format = form(
        """
        \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
        """)
    /// Of RFC 850, and of asctime(3).
    private static let obsolete = [
        form(
            """
            \(weekday: .wide), \(day: .twoDigits)-\(month: .abbreviated)-\(year: .twoDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """),
        form(
            """
            \(weekday: .abbreviated) \(month: .abbreviated) \(day: .twoDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \
            \(year: .padded(4))
            """),
    ]

    private static func form(_ format: Date.FormatString) -> Date.VerbatimFormatStyle {
        Date.VerbatimFormatStyle(
            format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian))
    }
}
