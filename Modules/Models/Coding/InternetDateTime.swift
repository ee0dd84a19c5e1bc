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
