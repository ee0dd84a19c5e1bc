public import Foundation
import HTTPTypes

/// Parses and formats dates in header fields (RFC 9110 section 5.6.7), in whole seconds and GMT.
///
/// It does not use `DateFormatter`, which follows the machine's locale, calendar and time zone by default and parses
/// only one form at a time.
public enum HTTPDate {
    /// Parses the three forms that a recipient must accept: `Sun, 06 Nov 1994 08:49:37 GMT`,
    /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. Returns `nil` for any other text.
    ///
    /// A day that does not exist in its month is refused; a wrong weekday is ignored. Two-digit years are 1970…2069, so
    /// that a text always means the same date. The RFC's rule depends on the current date, but today's servers don't
    /// send two-digit years.
    public static func parse(_ text: String) -> Date? {
        var scanner = Scanner(text)
        guard let weekday = scanner.letters() else { return nil }
        if shortWeekdays.contains(weekday) {
            return scanner.skip(", ") ? fixed(&scanner) : asctime(&scanner)
        }
        return longWeekdays.contains(weekday) && scanner.skip(", ") ? obsolete(&scanner) : nil
    }

    /// The date in the only form that may be sent: `Sun, 06 Nov 1994 08:49:37 GMT`. Rounds down to whole seconds. A
    /// date outside the years 0001…9999 becomes the nearest date within them.
    public static func format(_ date: Date) -> String {
        let exact = date.timeIntervalSince1970
        let seconds = exact.isNaN ? 0 : Int(min(max(exact, -62_135_596_800), 253_402_300_799).rounded(.down))
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let second = seconds - days * 86_400
        let (year, month, day) = civil(fromDays: days)
        // The epoch was a Thursday.
        let weekday = ((days + 4) % 7 + 7) % 7
        return "\(shortWeekdays[weekday]), \(digits(day, 2)) \(months[month - 1]) \(digits(year, 4)) "
            + "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2)) GMT"
    }

    private static let shortWeekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longWeekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `06 Nov 1994 08:49:37 GMT`
    private static func fixed(_ scanner: inout Scanner) -> Date? {
        guard let day = scanner.number(of: 2), scanner.skip(" "), let month = month(&scanner), scanner.skip(" "),
            let year = scanner.number(of: 4), scanner.skip(" "), let time = time(&scanner), scanner.skip(" GMT"),
            scanner.isAtEnd
        else { return nil }
        return date(year, month, day, time)
    }

    /// `06-Nov-94 08:49:37 GMT` (RFC 850).
    private static func obsolete(_ scanner: inout Scanner) -> Date? {
        guard let day = scanner.number(of: 2), scanner.skip("-"), let month = month(&scanner), scanner.skip("-"),
            let year = scanner.number(of: 2), scanner.skip(" "), let time = time(&scanner), scanner.skip(" GMT"),
            scanner.isAtEnd
        else { return nil }
        return date(year + (year < 70 ? 2000 : 1900), month, day, time)
    }

    /// ` Nov  6 08:49:37 1994` (ANSI C's `asctime`).
    private static func asctime(_ scanner: inout Scanner) -> Date? {
        guard scanner.skip(" "), let month = month(&scanner), scanner.skip(" "),
            let day = scanner.skip(" ") ? scanner.number(of: 1) : scanner.number(of: 2), scanner.skip(" "),
            let time = time(&scanner), scanner.skip(" "), let year = scanner.number(of: 4), scanner.isAtEnd
        else { return nil }
        return date(year, month, day, time)
    }

    private static func month(_ scanner: inout Scanner) -> Int? {
        scanner.letters().flatMap { months.firstIndex(of: $0) }.map { $0 + 1 }
    }

    /// Seconds since midnight; a leap second counts as the next minute's first second.
    private static func time(_ scanner: inout Scanner) -> Int? {
        guard let hour = scanner.number(of: 2), hour < 24, scanner.skip(":"),
            let minute = scanner.number(of: 2), minute < 60, scanner.skip(":"),
            let second = scanner.number(of: 2), second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Date? {
        let days = days(fromYear: year, month, day)
        guard year > 0, civil(fromDays: days) == (year, month, day) else { return nil }
        return Date(timeIntervalSince1970: Double(days * 86_400 + time))
    }

    /// Days since the epoch in the proleptic Gregorian calendar. Years are counted from March, so that the leap day is
    /// the last day of a year.
    private static func days(fromYear year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// Reads ASCII from the front.
    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ text: String) {
            rest = text[...].utf8
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func letters() -> String? {
            let name = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0) }
            rest = rest.dropFirst(name.count)
            return name.isEmpty ? nil : String(Substring(name))
        }

        mutating func number(of count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
                return nil
            }
            rest = rest.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        mutating func skip(_ text: StaticString) -> Bool {
            let expected = text.withUTF8Buffer { Array($0) }
            guard rest.starts(with: expected) else { return false }
            rest = rest.dropFirst(expected.count)
            return true
        }
    }
}

/// Reads the Retry-After field (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The wait that a response requests, never negative; `nil` for none or an invalid one.
    ///
    /// A date is compared with the response's own Date, so that a wrong local clock does not matter.
    /// - Parameter now: this machine's wall clock, for a response without Date.
    static func wait(in fields: HTTPFields, now: Date) -> Duration? {
        guard let text = fields[.retryAfter]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // More digits than an integer can hold still mean a very long time.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        let sent = fields[.date].flatMap(HTTPDate.parse) ?? now
        guard let end = HTTPDate.parse(text) else { return nil }
        return .seconds(min(max(end.timeIntervalSince(sent), 0), Double(longest)))
    }

    /// A century, far above every caller's limit.
    private static let longest: Int64 = 3_155_760_000
}
