import Foundation
import HTTPTypes
import Testing

@testable import Networking

@Suite("HTTP dates")
struct HTTPDateTests {
    @Test(
        "an HTTP date is parsed in all three forms, with two-digit years from 1970 to 2069, leniently about weekdays",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thursday, 01-Jan-70 00:00:00 GMT", 0), ("Tuesday, 01-Jan-69 00:00:00 GMT", 3_124_224_000),
            // A leap second is the next minute's first second.
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        ] as [(String, Double)])
    func forms(text: String, seconds: Double) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test("an HTTP date is written in the preferred form", arguments: [0, 0.25, 0.999])
    func format(fraction: Double) {
        #expect(HTTPDate.format(Date(timeIntervalSince1970: 784_111_777 + fraction)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(
        "HTTP dates must exist in the Gregorian calendar",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
            ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
            ("Thu, 01 Mar 1900 00:00:00 GMT", -2_203_891_200),
        ])
    func calendar(text: String, seconds: Double) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
        #expect(HTTPDate.format(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("a formatted date parses to the same date, on every day of four centuries and at odd seconds")
    func roundTrip() {
        for day in stride(from: -86_400 * 80_000, through: 86_400 * 80_000, by: 86_400 * 13 + 4_799) {
            let date = Date(timeIntervalSince1970: Double(day))
            #expect(HTTPDate.parse(HTTPDate.format(date)) == date)
        }
    }

    @Test(
        "a date in any other form is rejected",
        arguments: [
            "", "Sun", "784111777", "@784111777", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 30 Feb 1994 08:49:37 GMT",
            "Sun, 29 Feb 2023 08:49:37 GMT", "Thu, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
            "Sun, 06 Nov 1994 08:49:37 GMTx", " Sun, 06 Nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:3é GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
        ])
    func refused(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    @Test("any date can be formatted", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func extremes(seconds: Double) {
        #expect(HTTPDate.parse(HTTPDate.format(Date(timeIntervalSince1970: seconds))) != nil)
    }
}

@Suite("Retry-After")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let moment = Date(timeIntervalSince1970: 784_111_777)

    private func wait(_ text: String?, date: String? = nil, now: Date = moment) -> Duration? {
        var fields = HTTPFields()
        fields[.retryAfter] = text
        fields[.date] = date
        return RetryAfter.wait(in: fields, now: now)
    }

    @Test(
        "Retry-After can be a number of seconds or a date, in the past or far in the future",
        arguments: [
            ("0", 0), ("007", 7), ("120", 120), (" 5 ", 5), ("3155760001", 3_155_760_000),
            ("99999999999999999999999999", 3_155_760_000),
            ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sunday, 06-Nov-94 08:49:47 GMT", 10),
            ("Sun Nov  6 08:49:47 1994", 10), ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 3_155_760_000),
        ])
    func valid(text: String, expected: Int) {
        #expect(wait(text) == .seconds(expected))
    }

    @Test(
        "an invalid Retry-After is ignored",
        arguments: [
            nil, "", " ", "-1", "+1", "1.5", "1s", "0x10", "soon", "1, 2", "１２", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 1994 08:49:37 GMT GMT",
        ])
    func invalid(text: String?) {
        #expect(wait(text) == nil)
    }

    @Test("a Retry-After date is compared with the server's clock, whatever the local wall clock")
    func ownClock() {
        for wrong in [-86_400.0, 0, 1e9] {
            #expect(
                wait(
                    "Sun, 06 Nov 1994 08:50:00 GMT", date: "Sun, 06 Nov 1994 08:49:37 GMT",
                    now: Self.moment.addingTimeInterval(wrong)) == .seconds(23))
        }
        #expect(
            wait("Sun, 06 Nov 1994 08:50:00 GMT", date: "yesterday") == .seconds(23), "ours, where theirs is no date")
    }
}
