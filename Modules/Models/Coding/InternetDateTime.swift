public import Foundation

/// Date and time on the Internet: RFC 3339's profile of ISO 8601, read as servers really send it.
///
/// **Read**: `2026-01-31T09:30:00Z` and its variants. Between date and time `T`, `t` or a blank (section 5.6); a
/// fraction of any length after `.` or, as ISO 8601 allows, `,`; the offset as `Z`, `z`, `+02:00`, `+0200` or `+02`.
/// **Refused**, with the byte that is wrong: everything else, so dates and times alone, a missing second or offset,
/// days that do not exist, hour 24, week dates and ISO 8601's basic format, bracketed suffixes (RFC 9557), blanks
/// around.
///
/// - Years: 0001…9999, of the text and of the instant in UTC. Year 0000 is refused: it is how some databases write
///   "none".
/// - Offset: only the instant is kept. `-00:00` is UTC whose local offset is unknown (RFC 3339, section 4.3), which
///   since RFC 9557, section 2, `Z` means too; both read as `+00:00` does.
/// - Leap seconds: second 60 is read at the end of June or December in UTC, where all of them have been, whatever the
///   offset (`1990-12-31T15:59:60-08:00`). Like POSIX time, `Date` has no leap seconds, so it is read as the second
///   that follows. Which years had one is not checked, as no program can know the next.
/// - Precision: that of `Date(timeIntervalSince1970:)` with the nearest `Double`, so a text and a number of
///   milliseconds that mean the same make equal dates. Milliseconds survive in every year, microseconds from 1870 to
///   2239.
public enum InternetDateTime {
    /// How many digits of the second's fraction are written; a `Date` holds no more than microseconds.
    public enum Precision: Int, CaseIterable, Sendable {
        case seconds = 0
        case milliseconds = 3
        case microseconds = 6
    }

    /// The instants that RFC 3339 can write, but for the year 0000: 0001-01-01T00:00:00Z up to the year 10000.
    static let secondsSince1970 = -62_135_596_800.0..<253_402_300_800.0

    /// The instant that `text` names.
    public static func parse(_ text: String) throws(InternetDateTimeError) -> Date {
        // `withUTF8` rethrows untyped errors only, hence the result; it copies nothing but a bridged Objective-C
        // string.
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

    /// The instant in UTC, such as `2026-01-31T09:30:00.000Z`: always as many digits as `precision` says, so that texts
    /// of one precision sort as their instants do, and always `Z`.
    ///
    /// Rounded to the nearest unit; the last unit of the year 9999 is not rounded up.
    ///
    /// - Returns: `nil` if the date is no number or outside the years 0001…9999, as `Date.distantPast` is by two days.
    public static func format(_ date: Date, precision: Precision = .milliseconds) -> String? {
        let seconds = date.timeIntervalSince1970
        guard secondsSince1970.contains(seconds) else { return nil }
        return InternetDateTimeFormatter.text(secondsSince1970: seconds, precision: precision)
    }
}
