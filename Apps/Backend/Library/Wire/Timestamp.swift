import Foundation
import GRDB

/// A time in whole milliseconds since 1970: an integer in the database, and RFC 3339 text in UTC with milliseconds on
/// the wire: `2026-03-01T09:30:00.250Z`.
struct Timestamp: Hashable, Comparable, Sendable {
    let milliseconds: Int64

    init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The millisecond nearest to `date`.
    init(_ date: Date) {
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    static func + (moment: Self, duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        return Self(milliseconds: moment.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    static func - (moment: Self, duration: Duration) -> Self { moment + (.zero - duration) }
}

extension Timestamp: CustomStringConvertible {
    var description: String {
        // The fraction is appended by hand, because a `Date` has binary fractions and its formatter may print .249
        // for .250.
        let (second, fraction) = milliseconds.flooredDivision(by: 1000)
        let whole = Date(timeIntervalSince1970: TimeInterval(second)).formatted(.iso8601)
        let digits = String(fraction)
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

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// A time in whole seconds in the format of header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
///
/// The two obsolete formats are ignored, which costs a client only an unnecessary transfer.
struct HTTPDate: Hashable, Comparable, Sendable {
    /// Since 1970.
    let seconds: Int64

    init(seconds: Int64) {
        self.seconds = seconds
    }

    /// The second that contains the moment.
    init(_ moment: Timestamp) {
        let (second, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: 1000)
        seconds = rest < 0 ? second - 1 : second
    }

    /// `nil` unless the text is the ``description`` of a date. A wrong weekday or 30 February is refused.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT/),
            let month = Self.months.firstIndex(of: String(match.2)),
            let date = try? Date("\(match.3)-\(Self.twoDigits(month + 1))-\(match.1)T\(match.4)Z", strategy: .iso8601)
        else { return nil }
        seconds = Int64(date.timeIntervalSince1970)
        guard description == text else { return nil }
    }

    static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension HTTPDate: CustomStringConvertible {
    var description: String {
        // 2026-03-01T09:30:00Z
        let parts = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
            .split(whereSeparator: { "-TZ".contains($0) })
        // 1 January 1970 was a Thursday.
        let weekday = Int(((seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)) % 7 + 7) % 7)
        guard parts.count == 4, let month = Int(parts[1]) else { return "" }
        return "\(Self.weekdays[weekday]), \(parts[2]) \(Self.months[month - 1]) \(parts[0]) \(parts[3]) GMT"
    }
}
