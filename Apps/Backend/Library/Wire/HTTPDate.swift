import Foundation

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
