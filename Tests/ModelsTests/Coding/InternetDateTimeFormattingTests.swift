import Foundation
import Models
import Testing

@Suite("Writing internet date and time")
struct InternetDateTimeFormattingTests {
    static let dates: [(Double, InternetDateTime.Precision, String?)] = [
        // Three digits, zero or not.
        (1_769_851_800.0, .milliseconds, "2026-01-31T09:30:00.000Z"),
        (1_769_851_805.123, .milliseconds, "2026-01-31T09:30:05.123Z"),
        (1_769_851_805.1, .milliseconds, "2026-01-31T09:30:05.100Z"),
        (0, .milliseconds, "1970-01-01T00:00:00.000Z"),
        (-0.75, .milliseconds, "1969-12-31T23:59:59.250Z"),
        (-1, .milliseconds, "1969-12-31T23:59:59.000Z"),
        (-86_400, .milliseconds, "1969-12-31T00:00:00.000Z"),
        (951_782_400, .milliseconds, "2000-02-29T00:00:00.000Z"),
        (4_107_542_399, .milliseconds, "2100-02-28T23:59:59.000Z"),
        (-62_135_596_800, .milliseconds, "0001-01-01T00:00:00.000Z"),
        (253_402_300_799.999, .milliseconds, "9999-12-31T23:59:59.999Z"),
        // The precision sets the number of digits, and none leaves out the point.
        (1_769_851_805.123456, .seconds, "2026-01-31T09:30:05Z"),
        (1_769_851_805.123456, .milliseconds, "2026-01-31T09:30:05.123Z"),
        (1_769_851_805.123456, .microseconds, "2026-01-31T09:30:05.123456Z"),
        // Rounding goes to the nearest unit and carries as far as it must.
        (1_767_225_599.9996, .milliseconds, "2026-01-01T00:00:00.000Z"),
        (1_767_225_599.9994, .milliseconds, "2025-12-31T23:59:59.999Z"),
        (1_767_225_599.6, .seconds, "2026-01-01T00:00:00Z"),
        (-0.0004, .milliseconds, "1970-01-01T00:00:00.000Z"),
        (-0.0006, .milliseconds, "1969-12-31T23:59:59.999Z"),
        (253_402_300_799.9998, .milliseconds, "9999-12-31T23:59:59.999Z"),
        (253_402_300_799.9, .seconds, "9999-12-31T23:59:59Z"),
        // Too far away for RFC 3339.
        (-62_135_596_800.001, .milliseconds, nil), (253_402_300_800, .milliseconds, nil), (1e300, .milliseconds, nil),
        (-1e300, .milliseconds, nil), (Double.infinity, .milliseconds, nil), (-Double.infinity, .milliseconds, nil),
        (Double.nan, .milliseconds, nil),
    ]

    @Test("a date is written in UTC, rounded to its precision, or not at all", arguments: dates)
    func written(seconds: Double, precision: InternetDateTime.Precision, text: String?) {
        #expect(InternetDateTime.format(Date(timeIntervalSince1970: seconds), precision: precision) == text)
    }

    @Test("of Foundation's distant dates the future can be written, the past lies two days before the year 0001")
    func distantDates() {
        #expect(InternetDateTime.format(.distantFuture) == "4001-01-01T00:00:00.000Z")
        #expect(InternetDateTime.format(.distantPast) == nil)
        #expect(InternetDateTime.format(.distantPast + 2 * 86_400) == "0001-01-01T00:00:00.000Z")
    }

    @Test(
        "the first and last instants of other systems can be read and written back",
        arguments: [
            ("9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999Z"),
            ("9999-12-31T23:59:59.999999999+00:00", "9999-12-31T23:59:59.999Z"),
            ("0001-01-01T00:00:00.0000000Z", "0001-01-01T00:00:00.000Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ])
    func extremes(read: String, written: String) throws {
        #expect(try InternetDateTime.format(InternetDateTime.parse(read)) == written)
    }
}
