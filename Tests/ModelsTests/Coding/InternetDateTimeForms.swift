import Models
import Testing

/// A text that is a date and time, and the literal number of seconds since 1970 that it means.
struct ValidForm: Sendable, CustomTestStringConvertible {
    let text: String
    let seconds: Double
    var testDescription: String { text }

    init(_ text: String, _ seconds: Double) {
        self.text = text
        self.seconds = seconds
    }

    static let all: [ValidForm] = [
        // Separators and the spellings of UTC.
        ValidForm("2026-01-31T09:30:00Z", 1_769_851_800),
        ValidForm("2026-01-31t09:30:00z", 1_769_851_800),
        ValidForm("2026-01-31 09:30:00Z", 1_769_851_800),
        ValidForm("2026-01-31T09:30:00z", 1_769_851_800),
        ValidForm("2026-01-31T09:30:00+00:00", 1_769_851_800),
        ValidForm("2026-01-31T09:30:00-00:00", 1_769_851_800),
        ValidForm("2026-01-31T09:30:00+0000", 1_769_851_800),
        ValidForm("2026-01-31T09:30:00-0000", 1_769_851_800),
        ValidForm("2026-01-31T09:30:00+00", 1_769_851_800),
        ValidForm("2026-01-31 09:30:00+00", 1_769_851_800),
        // Offsets.
        ValidForm("2026-01-31T09:30:00-06:00", 1_769_873_400),
        ValidForm("2026-01-31T09:30:00-0600", 1_769_873_400),
        ValidForm("2026-01-31T09:30:00-06", 1_769_873_400),
        ValidForm("2026-01-31T09:30:00+05:30", 1_769_832_000),
        ValidForm("2026-01-31T09:30:00+0530", 1_769_832_000),
        ValidForm("2026-01-31T09:30:00+23:59", 1_769_765_460),
        ValidForm("2026-01-31T09:30:00-23:59", 1_769_938_140),
        // Fractions of any length, after a point or a comma, before any offset.
        ValidForm("2026-01-31T09:30:05.1Z", 1_769_851_805.1),
        ValidForm("2026-01-31T09:30:05.12Z", 1_769_851_805.12),
        ValidForm("2026-01-31T09:30:05.123Z", 1_769_851_805.123),
        ValidForm("2026-01-31T09:30:05,123Z", 1_769_851_805.123),
        ValidForm("2026-01-31T09:30:05.123+00:00", 1_769_851_805.123),
        ValidForm("2026-01-31T09:30:05.123+0000", 1_769_851_805.123),
        ValidForm("2026-01-31 09:30:05.123456+00", 1_769_851_805.123456),
        ValidForm("2026-01-31T09:30:05.000Z", 1_769_851_805),
        ValidForm("2026-01-31T09:30:05.0000Z", 1_769_851_805),
        ValidForm("2026-01-31T09:30:05.1234567Z", 1_769_851_805.1234567),
        ValidForm("2026-01-31T09:30:05.123456789Z", 1_769_851_805.123456789),
        ValidForm("2026-01-31T09:30:05.999Z", 1_769_851_805.999),
        ValidForm("2026-01-31T09:30:05.999999Z", 1_769_851_805.999999),
        ValidForm("2026-01-31T09:30:05.999999999999999Z", 1_769_851_805.999999999999999),
        ValidForm("2026-01-31T09:30:05.99999999999999999999999999Z", 1_769_851_806),
        ValidForm("2026-01-31T09:30:05.00000000000000000000000001Z", 1_769_851_805),
        ValidForm("2026-01-31T09:30:05.5-06:00", 1_769_873_405.5),
        ValidForm("1969-12-31T23:59:59.25Z", -0.75),
        // The examples of RFC 3339, section 5.8.
        ValidForm("1985-04-12T23:20:50.52Z", 482_196_050.52),
        ValidForm("1996-12-19T16:39:57-08:00", 851_042_397),
        ValidForm("1990-12-31T23:59:60Z", 662_688_000),
        ValidForm("1990-12-31T15:59:60-08:00", 662_688_000),
        ValidForm("1937-01-01T12:00:27.87+00:20", -1_041_337_172.13),
        // Leap seconds: the end of June and December in UTC, at any local time.
        ValidForm("2015-06-30T23:59:60Z", 1_435_708_800),
        ValidForm("2016-12-31T23:59:60.5Z", 1_483_228_800.5),
        ValidForm("2017-01-01T00:59:60+01:00", 1_483_228_800),
        ValidForm("2012-07-01T05:29:60+0530", 1_341_100_800),
        // Leap years and the ends of the range.
        ValidForm("1970-01-01T00:00:00Z", 0),
        ValidForm("1969-12-31T23:59:59Z", -1),
        ValidForm("2001-01-01T00:00:00Z", 978_307_200),
        ValidForm("2000-02-29T00:00:00Z", 951_782_400),
        ValidForm("2024-02-29T12:00:00Z", 1_709_208_000),
        ValidForm("2400-02-29T00:00:00Z", 13_574_563_200),
        ValidForm("1900-02-28T00:00:00Z", -2_203_977_600),
        ValidForm("1582-10-10T00:00:00Z", -12_219_724_800),
        ValidForm("2026-04-30T00:00:00Z", 1_777_507_200),
        ValidForm("2038-01-19T03:14:08Z", 2_147_483_648),
        ValidForm("2025-12-31T23:59:59Z", 1_767_225_599),
        ValidForm("0001-01-01T00:00:00Z", -62_135_596_800),
        ValidForm("0001-01-01T00:00:00-01:00", -62_135_593_200),
        ValidForm("9999-12-31T23:59:59Z", 253_402_300_799),
        ValidForm("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
    ]
}

/// An invalid date and time, with the reason and the byte of the error.
struct InvalidForm: Sendable, CustomTestStringConvertible {
    let text: String
    let reason: InternetDateTimeError.Reason
    let byteOffset: Int
    var testDescription: String { text }

    init(_ text: String, _ reason: InternetDateTimeError.Reason, at byteOffset: Int) {
        self.text = text
        self.reason = reason
        self.byteOffset = byteOffset
    }

    static let all: [InvalidForm] = [
        // Days that do not exist.
        InvalidForm("2026-02-30T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2026-02-29T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("1900-02-29T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2100-02-29T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2024-02-30T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2026-04-31T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2026-06-31T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2026-09-31T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2026-11-31T00:00:00Z", .noSuchDay, at: 8),
        InvalidForm("2026-01-32T00:00:00Z", .outOfRange(.day), at: 8),
        InvalidForm("2026-01-00T00:00:00Z", .outOfRange(.day), at: 8),
        InvalidForm("2026-13-01T00:00:00Z", .outOfRange(.month), at: 5),
        InvalidForm("2026-00-01T00:00:00Z", .outOfRange(.month), at: 5),
        InvalidForm("0000-00-00T00:00:00Z", .outOfRange(.year), at: 0),
        InvalidForm("0000-01-01T00:00:00Z", .outOfRange(.year), at: 0),
        // Times and offsets that do not exist.
        InvalidForm("2026-01-31T24:00:00Z", .outOfRange(.hour), at: 11),
        InvalidForm("2026-01-31T09:60:00Z", .outOfRange(.minute), at: 14),
        InvalidForm("2026-01-31T09:30:61Z", .outOfRange(.second), at: 17),
        InvalidForm("2026-01-31T09:30:00+24:00", .outOfRange(.offsetHour), at: 20),
        InvalidForm("2026-01-31T09:30:00-99:00", .outOfRange(.offsetHour), at: 20),
        InvalidForm("2026-01-31T09:30:00+02:60", .outOfRange(.offsetMinute), at: 23),
        InvalidForm("2026-01-31T09:30:00+0260", .outOfRange(.offsetMinute), at: 22),
        InvalidForm("0001-01-01T00:00:00+00:01", .instantOutOfRange, at: 0),
        InvalidForm("9999-12-31T23:59:59-00:01", .instantOutOfRange, at: 0),
        InvalidForm("9999-12-31T23:59:60Z", .instantOutOfRange, at: 0),
        // Leap seconds where there can be none.
        InvalidForm("2026-01-31T09:30:60Z", .noLeapSecond, at: 17),
        InvalidForm("2026-01-31T23:59:60Z", .noLeapSecond, at: 17),
        InvalidForm("2016-12-30T23:59:60Z", .noLeapSecond, at: 17),
        InvalidForm("2016-12-31T23:59:60+01:00", .noLeapSecond, at: 17),
        InvalidForm("2016-12-31T23:58:60Z", .noLeapSecond, at: 17),
        // Incomplete.
        InvalidForm("", .unexpectedEnd(.year), at: 0),
        InvalidForm("202", .unexpectedEnd(.year), at: 3),
        InvalidForm("2026-01-31", .unexpectedEnd(.timeSeparator), at: 10),
        InvalidForm("2026-01-31T", .unexpectedEnd(.hour), at: 11),
        InvalidForm("2026-01-31T09:30", .unexpectedEnd(.timeColon), at: 16),
        InvalidForm("2026-01-31T09:30Z", .unexpectedByte(.timeColon), at: 16),
        InvalidForm("2026-01-31T09:30:0", .unexpectedEnd(.second), at: 18),
        InvalidForm("2026-01-31T09:30:00", .unexpectedEnd(.offset), at: 19),
        InvalidForm("2026-01-31T09:30:00.123", .unexpectedEnd(.offset), at: 23),
        InvalidForm("2026-01-31T09:30:00.", .unexpectedEnd(.fraction), at: 20),
        InvalidForm("2026-01-31T09:30:00.Z", .unexpectedByte(.fraction), at: 20),
        InvalidForm("2026-01-31T09:30:00+", .unexpectedEnd(.offsetHour), at: 20),
        InvalidForm("2026-01-31T09:30:00+2:00", .unexpectedByte(.offsetHour), at: 21),
        InvalidForm("2026-01-31T09:30:00+02:", .unexpectedEnd(.offsetMinute), at: 23),
        InvalidForm("2026-01-31T09:30:00+02:0", .unexpectedEnd(.offsetMinute), at: 24),
        InvalidForm("2026-01-31T09:30:00+020", .unexpectedEnd(.offsetMinute), at: 23),
        // More than a date and time.
        InvalidForm("2026-01-31T09:30:00ZZ", .trailingBytes, at: 20),
        InvalidForm("2026-01-31T09:30:00Z ", .trailingBytes, at: 20),
        InvalidForm("2026-01-31T09:30:00Z\0", .trailingBytes, at: 20),
        InvalidForm("2026-01-31T09:30:00Z\n", .trailingBytes, at: 20),
        InvalidForm("2026-01-31T09:30:00+02:00:00", .trailingBytes, at: 25),
        InvalidForm("2026-01-31T09:30:00+02x", .trailingBytes, at: 22),
        InvalidForm("2026-01-31T09:30:00+01:00[Europe/Paris]", .trailingBytes, at: 25),
        InvalidForm(" 2026-01-31T09:30:00Z", .unexpectedByte(.year), at: 0),
        // Other forms.
        InvalidForm("2026-W05-6T09:30:00Z", .unexpectedByte(.month), at: 5),
        InvalidForm("2026-031T09:30:00Z", .unexpectedByte(.dateSeparator), at: 7),
        InvalidForm("20260131T093000Z", .unexpectedByte(.dateSeparator), at: 4),
        InvalidForm("2026/01/31T09:30:00Z", .unexpectedByte(.dateSeparator), at: 4),
        InvalidForm("2026-1-31T09:30:00Z", .unexpectedByte(.month), at: 6),
        InvalidForm("2026-01-31_09:30:00Z", .unexpectedByte(.timeSeparator), at: 10),
        InvalidForm("2026-01-31T9:30:00Z", .unexpectedByte(.hour), at: 12),
        InvalidForm("2026-01-31T09.30.00Z", .unexpectedByte(.timeColon), at: 13),
        InvalidForm("2026-01-31T09:30:00 Z", .unexpectedByte(.offset), at: 19),
        InvalidForm("2026-01-31T09:30:00 UTC", .unexpectedByte(.offset), at: 19),
        InvalidForm("2026-01-31T09:30:00\u{2212}06:00", .unexpectedByte(.offset), at: 19),
        InvalidForm("+2026-01-31T09:30:00Z", .unexpectedByte(.year), at: 0),
        InvalidForm("-001-01-31T09:30:00Z", .unexpectedByte(.year), at: 0),
        InvalidForm("12026-01-31T09:30:00Z", .unexpectedByte(.dateSeparator), at: 4),
        InvalidForm("２０２６-01-31T09:30:00Z", .unexpectedByte(.year), at: 0),
        InvalidForm("2026-01-31T٠٩:30:00Z", .unexpectedByte(.hour), at: 11),
        InvalidForm("Sat, 31 Jan 2026 09:30:00 GMT", .unexpectedByte(.year), at: 0),
        InvalidForm("1769851800", .unexpectedByte(.dateSeparator), at: 4),
        InvalidForm("null", .unexpectedByte(.year), at: 0),
    ]
}
