import Foundation
import Models
import Testing

@Suite("Writing internet date and time")
struct InternetDateTimeFormattingTests {
    @Test(
        "a date is written in UTC with three digits, zero or not",
        arguments: [
            (1_769_851_800.0, "2026-01-31T09:30:00.000Z"),
            (1_769_851_805.123, "2026-01-31T09:30:05.123Z"),
            (1_769_851_805.1, "2026-01-31T09:30:05.100Z"),
            (0, "1970-01-01T00:00:00.000Z"),
            (-0.75, "1969-12-31T23:59:59.250Z"),
            (-1, "1969-12-31T23:59:59.000Z"),
            (-86_400, "1969-12-31T00:00:00.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (4_107_542_399, "2100-02-28T23:59:59.000Z"),
            (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
        ])
    func milliseconds(seconds: Double, text: String) {
        #expect(InternetDateTime.format(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "precision sets the number of digits, and none leaves out the point",
        arguments: [
            (InternetDateTime.Precision.seconds, "2026-01-31T09:30:05Z"),
            (.milliseconds, "2026-01-31T09:30:05.123Z"),
            (.microseconds, "2026-01-31T09:30:05.123456Z"),
        ])
    func precision(precision: InternetDateTime.Precision, text: String) {
        let date = Date(timeIntervalSince1970: 1_769_851_805.123456)
        #expect(InternetDateTime.format(date, precision: precision) == text)
    }

    @Test(
        "rounding goes to the nearest unit and carries as far as it must",
        arguments: [
            (1_767_225_599.9996, InternetDateTime.Precision.milliseconds, "2026-01-01T00:00:00.000Z"),
            (1_767_225_599.9994, .milliseconds, "2025-12-31T23:59:59.999Z"),
            (1_767_225_599.6, .seconds, "2026-01-01T00:00:00Z"),
            (-0.0004, .milliseconds, "1970-01-01T00:00:00.000Z"),
            (-0.0006, .milliseconds, "1969-12-31T23:59:59.999Z"),
            (253_402_300_799.9998, .milliseconds, "9999-12-31T23:59:59.999Z"),
            (253_402_300_799.9, .seconds, "9999-12-31T23:59:59Z"),
        ])
    func rounding(seconds: Double, precision: InternetDateTime.Precision, text: String) {
        #expect(InternetDateTime.format(Date(timeIntervalSince1970: seconds), precision: precision) == text)
    }

    @Test(
        "a date that RFC 3339 cannot write has no text",
        arguments: [
            -62_135_596_800.001, 253_402_300_800, 1e300, -1e300, .infinity, -.infinity, .nan,
        ])
    func unwritable(seconds: Double) {
        #expect(InternetDateTime.format(Date(timeIntervalSince1970: seconds)) == nil)
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
