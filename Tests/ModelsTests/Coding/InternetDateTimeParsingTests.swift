import Foundation
import Models
import Testing

@Suite("Reading internet date and time")
struct InternetDateTimeParsingTests {
    private static func form(_ seconds: Double, _ texts: String...) -> (Double, [String]) { (seconds, texts) }

    /// The texts of each instant, in seconds since 1970.
    static let validForms: [(Double, [String])] = [
        // Separators and the spellings of UTC.
        form(
            1_769_851_800, "2026-01-31T09:30:00Z", "2026-01-31t09:30:00z", "2026-01-31 09:30:00Z",
            "2026-01-31T09:30:00z", "2026-01-31T09:30:00+00:00", "2026-01-31T09:30:00-00:00",
            "2026-01-31T09:30:00+0000", "2026-01-31T09:30:00-0000", "2026-01-31T09:30:00+00", "2026-01-31 09:30:00+00"),
        // Offsets.
        form(1_769_873_400, "2026-01-31T09:30:00-06:00", "2026-01-31T09:30:00-0600", "2026-01-31T09:30:00-06"),
        form(1_769_832_000, "2026-01-31T09:30:00+05:30", "2026-01-31T09:30:00+0530"),
        form(1_769_765_460, "2026-01-31T09:30:00+23:59"), form(1_769_938_140, "2026-01-31T09:30:00-23:59"),
        // Fractions of any length, after a point or a comma, before any offset.
        form(1_769_851_805.1, "2026-01-31T09:30:05.1Z"), form(1_769_851_805.12, "2026-01-31T09:30:05.12Z"),
        form(
            1_769_851_805.123, "2026-01-31T09:30:05.123Z", "2026-01-31T09:30:05,123Z", "2026-01-31T09:30:05.123+00:00",
            "2026-01-31T09:30:05.123+0000"),
        form(1_769_851_805.123456, "2026-01-31 09:30:05.123456+00"),
        form(
            1_769_851_805, "2026-01-31T09:30:05.000Z", "2026-01-31T09:30:05.0000Z",
            "2026-01-31T09:30:05.00000000000000000000000001Z"),
        form(1_769_851_805.1234567, "2026-01-31T09:30:05.1234567Z"),
        form(1_769_851_805.123456789, "2026-01-31T09:30:05.123456789Z"),
        form(1_769_851_805.999, "2026-01-31T09:30:05.999Z"), form(1_769_851_805.999999, "2026-01-31T09:30:05.999999Z"),
        form(1_769_851_805.999999999999999, "2026-01-31T09:30:05.999999999999999Z"),
        form(1_769_851_806, "2026-01-31T09:30:05.99999999999999999999999999Z"),
        form(1_769_873_405.5, "2026-01-31T09:30:05.5-06:00"), form(-0.75, "1969-12-31T23:59:59.25Z"),
        // The examples of RFC 3339, section 5.8.
        form(482_196_050.52, "1985-04-12T23:20:50.52Z"), form(851_042_397, "1996-12-19T16:39:57-08:00"),
        form(662_688_000, "1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00"),
        form(-1_041_337_172.13, "1937-01-01T12:00:27.87+00:20"),
        // Leap seconds: the end of June and December in UTC, at any local time.
        form(1_435_708_800, "2015-06-30T23:59:60Z"), form(1_483_228_800.5, "2016-12-31T23:59:60.5Z"),
        form(1_483_228_800, "2017-01-01T00:59:60+01:00"), form(1_341_100_800, "2012-07-01T05:29:60+0530"),
        // Leap years and the ends of the range. The test of every month has all other days.
        form(0, "1970-01-01T00:00:00Z"), form(-1, "1969-12-31T23:59:59Z"), form(951_782_400, "2000-02-29T00:00:00Z"),
        form(-2_203_977_600, "1900-02-28T00:00:00Z"), form(-12_219_724_800, "1582-10-10T00:00:00Z"),
        form(2_147_483_648, "2038-01-19T03:14:08Z"), form(-62_135_596_800, "0001-01-01T00:00:00Z"),
        form(-62_135_593_200, "0001-01-01T00:00:00-01:00"), form(253_402_300_799, "9999-12-31T23:59:59Z"),
        form(253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
    ]

    @Test("every form that servers send reads as its instant, to the nearest Double", arguments: validForms)
    func valid(seconds: Double, texts: [String]) throws {
        for text in texts {
            #expect(try InternetDateTime.parse(text) == Date(timeIntervalSince1970: seconds), "\(text)")
        }
    }

    private static func fault(
        _ reason: InternetDateTimeError.Reason, _ byte: Int, _ texts: String...
    ) -> (InternetDateTimeError.Reason, Int, [String]) { (reason, byte, texts) }

    /// The texts of each reason and byte of an error.
    static let invalidForms: [(InternetDateTimeError.Reason, Int, [String])] = [
        // Days that do not exist.
        fault(
            .noSuchDay, 8, "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2100-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2026-06-31T00:00:00Z",
            "2026-09-31T00:00:00Z", "2026-11-31T00:00:00Z"),
        fault(.outOfRange(.day), 8, "2026-01-32T00:00:00Z", "2026-01-00T00:00:00Z"),
        fault(.outOfRange(.month), 5, "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z"),
        fault(.outOfRange(.year), 0, "0000-00-00T00:00:00Z", "0000-01-01T00:00:00Z"),
        // Times and offsets that do not exist.
        fault(.outOfRange(.hour), 11, "2026-01-31T24:00:00Z"),
        fault(.outOfRange(.minute), 14, "2026-01-31T09:60:00Z"),
        fault(.outOfRange(.second), 17, "2026-01-31T09:30:61Z"),
        fault(.outOfRange(.offsetHour), 20, "2026-01-31T09:30:00+24:00", "2026-01-31T09:30:00-99:00"),
        fault(.outOfRange(.offsetMinute), 23, "2026-01-31T09:30:00+02:60"),
        fault(.outOfRange(.offsetMinute), 22, "2026-01-31T09:30:00+0260"),
        fault(.instantOutOfRange, 0, "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z"),
        // Leap seconds where there can be none.
        fault(
            .noLeapSecond, 17, "2026-01-31T09:30:60Z", "2026-01-31T23:59:60Z", "2016-12-30T23:59:60Z",
            "2016-12-31T23:59:60+01:00", "2016-12-31T23:58:60Z"),
        // Incomplete.
        fault(.unexpectedEnd(.year), 0, ""),
        fault(.unexpectedEnd(.year), 3, "202"),
        fault(.unexpectedEnd(.timeSeparator), 10, "2026-01-31"),
        fault(.unexpectedEnd(.hour), 11, "2026-01-31T"),
        fault(.unexpectedEnd(.timeColon), 16, "2026-01-31T09:30"),
        fault(.unexpectedByte(.timeColon), 16, "2026-01-31T09:30Z"),
        fault(.unexpectedEnd(.second), 18, "2026-01-31T09:30:0"),
        fault(.unexpectedEnd(.offset), 19, "2026-01-31T09:30:00"),
        fault(.unexpectedEnd(.offset), 23, "2026-01-31T09:30:00.123"),
        fault(.unexpectedEnd(.fraction), 20, "2026-01-31T09:30:00."),
        fault(.unexpectedByte(.fraction), 20, "2026-01-31T09:30:00.Z"),
        fault(.unexpectedEnd(.offsetHour), 20, "2026-01-31T09:30:00+"),
        fault(.unexpectedByte(.offsetHour), 21, "2026-01-31T09:30:00+2:00"),
        fault(.unexpectedEnd(.offsetMinute), 23, "2026-01-31T09:30:00+02:", "2026-01-31T09:30:00+020"),
        fault(.unexpectedEnd(.offsetMinute), 24, "2026-01-31T09:30:00+02:0"),
        // More than a date and time.
        fault(
            .trailingBytes, 20, "2026-01-31T09:30:00ZZ", "2026-01-31T09:30:00Z ", "2026-01-31T09:30:00Z\0",
            "2026-01-31T09:30:00Z\n"),
        fault(.trailingBytes, 25, "2026-01-31T09:30:00+02:00:00", "2026-01-31T09:30:00+01:00[Europe/Paris]"),
        fault(.trailingBytes, 22, "2026-01-31T09:30:00+02x"),
        fault(
            .unexpectedByte(.year), 0, " 2026-01-31T09:30:00Z", "+2026-01-31T09:30:00Z", "-001-01-31T09:30:00Z",
            "２０２６-01-31T09:30:00Z", "Sat, 31 Jan 2026 09:30:00 GMT", "null"),
        // Other forms.
        fault(.unexpectedByte(.month), 5, "2026-W05-6T09:30:00Z"),
        fault(.unexpectedByte(.dateSeparator), 7, "2026-031T09:30:00Z"),
        fault(
            .unexpectedByte(.dateSeparator), 4, "20260131T093000Z", "2026/01/31T09:30:00Z", "12026-01-31T09:30:00Z",
            "1769851800"),
        fault(.unexpectedByte(.month), 6, "2026-1-31T09:30:00Z"),
        fault(.unexpectedByte(.timeSeparator), 10, "2026-01-31_09:30:00Z"),
        fault(.unexpectedByte(.hour), 12, "2026-01-31T9:30:00Z"),
        fault(.unexpectedByte(.timeColon), 13, "2026-01-31T09.30.00Z"),
        fault(
            .unexpectedByte(.offset), 19, "2026-01-31T09:30:00 Z", "2026-01-31T09:30:00 UTC",
            "2026-01-31T09:30:00\u{2212}06:00"),
        fault(.unexpectedByte(.hour), 11, "2026-01-31T٠٩:30:00Z"),
    ]

    @Test("an invalid date and time is rejected with the reason and the byte", arguments: invalidForms)
    func invalid(reason: InternetDateTimeError.Reason, byteOffset: Int, texts: [String]) {
        for text in texts {
            let error = #expect(throws: InternetDateTimeError.self, "\(text)") { try InternetDateTime.parse(text) }
            #expect(error?.reason == reason && error?.byteOffset == byteOffset, "\(text)")
        }
    }

    @Test("a truncated text is rejected where it ends", arguments: ["2026-01-31T09:30:05.123+02:00"])
    func truncated(text: String) {
        // Cut inside the fraction the offset is missing; cut after `+02` the text is complete.
        for length in 0..<text.utf8.count where length != "2026-01-31T09:30:05.123+02".utf8.count {
            let error = #expect(throws: InternetDateTimeError.self, "cut to \(length) bytes") {
                try InternetDateTime.parse(String(text.prefix(length)))
            }
            #expect(error?.byteOffset == length)
            guard case .unexpectedEnd = error?.reason else {
                Issue.record("cut to \(length) bytes: \(String(describing: error))")
                continue
            }
        }
    }

    @Test("a single foreign byte is rejected at any position", arguments: ["2026-01-31T09:30:05.123+02:00"])
    func foreignByte(text: String) {
        for index in text.utf8.indices {
            for foreign in ["x", "\0", "/", ":x", "٣"] {
                let next = text.utf8.index(after: index)
                let changed = String(text[..<index]) + foreign + String(text[next...])
                #expect(throws: InternetDateTimeError.self, "\(changed)") { try InternetDateTime.parse(changed) }
            }
        }
    }

    @Test("a text of many digits takes linear time and has the right second")
    func longFraction() throws {
        let nines = String(repeating: "9", count: 100_000)
        let zeros = String(repeating: "0", count: 100_000)
        #expect(try InternetDateTime.parse("2026-01-31T09:30:05.\(nines)Z").timeIntervalSince1970 == 1_769_851_806)
        #expect(try InternetDateTime.parse("2026-01-31T09:30:05.\(zeros)9Z").timeIntervalSince1970 == 1_769_851_805)
    }

    @Test("the error contains nothing of a hostile text and is short")
    func redaction() {
        let secret = String(repeating: "hunter2-", count: 1_000)
        for text in [secret, "2026-01-31T09:30:00Z\(secret)", "2026-01-31T09:30:00\(secret)", "2026-01-31\(secret)"] {
            let error = #expect(throws: InternetDateTimeError.self) { try InternetDateTime.parse(text) }
            let description = error.map(String.init(describing:)) ?? ""
            #expect(!description.isEmpty)
            #expect(!description.contains("hunter"))
            #expect(description.utf8.count < 160)
        }
    }

    @Test("every reason has a sentence of its own")
    func descriptions() {
        let errors = Set(
            Self.invalidForms.flatMap(\.2).compactMap { text in
                #expect(throws: InternetDateTimeError.self) { try InternetDateTime.parse(text) }
            })
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
