import Foundation

extension RetryAfter {
    /// Reads the three forms of a date that a recipient must understand (RFC 9110 section 5.6.7):
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// Calendar arithmetic of its own: a formatter follows the machine's settings and forgives too much.
    /// - Parameter now: tells which century two digits of a year mean: the last one that is not more than 50 years
    ///   ahead.
    static func date(_ text: String, near now: Date) -> Date? {
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[5] == "GMT" && isShort(words[0], endingWith: ","):
            return date(year: number(words[3], digits: 4), month: words[2], day: number(words[1], digits: 2), words[4])
        case 4 where words[3] == "GMT" && isLong(words[0]):
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let short = number(parts[2], digits: 2) else { return nil }
            return date(
                year: year(short, near: now), month: parts[1], day: number(parts[0], digits: 2), words[2])
        case 5 where isShort(words[0], endingWith: ""):
            let day = number(words[2], digits: words[2].utf8.count == 1 ? 1 : 2)
            return date(year: number(words[4], digits: 4), month: words[1], day: day, words[3])
        default: return nil
        }
    }

    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    private static func isShort(_ word: Substring, endingWith mark: String) -> Bool {
        days.contains { $0.prefix(3) + mark == word }
    }

    private static func isLong(_ word: Substring) -> Bool {
        days.contains { $0 + "," == word }
    }

    private static func date(year: Int?, month: Substring, day: Int?, _ time: Substring) -> Date? {
        guard let year, let day, let month = months.firstIndex(of: String(month)), let seconds = seconds(time)
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        guard day >= 1, day <= lengths[month] + (month == 1 && isLeap ? 1 : 0) else { return nil }
        // Leap days before this year, less those before 1970.
        let past = year - 1
        let leapDays = past / 4 - past / 100 + past / 400 - 477
        let passed = lengths[..<month].reduce(0, +) + (month > 1 && isLeap ? 1 : 0)
        let number = (year - 1970) * 365 + leapDays + passed + day - 1
        return Date(timeIntervalSince1970: Double(number * 86_400 + seconds))
    }

    /// Since midnight; a leap second counts as the next one's beginning.
    private static func seconds(_ time: Substring) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func year(_ short: Int, near now: Date) -> Int {
        // By the mean length of a Gregorian year, which is off by hours and matters by half centuries.
        let current = 1970 + Int((now.timeIntervalSince1970 / 31_556_952).rounded(.down))
        let year = current - current % 100 + short
        if year > current + 50 { return year - 100 }
        return year + 100 <= current + 50 ? year + 100 : year
    }

    /// Digits only: `Int` alone would take a sign.
    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}
