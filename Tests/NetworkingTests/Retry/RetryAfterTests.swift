import Foundation
import HTTPTypes
import Testing

@testable import Networking

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
        "Retry-After can be a number of seconds",
        arguments: [
            ("0", 0), ("1", 1), ("007", 7), ("120", 120), (" 5 ", 5), ("3155760001", 3_155_760_000),
            ("9223372036854775807", 3_155_760_000), ("99999999999999999999999999", 3_155_760_000),
        ] as [(String, Int)])
    func seconds(text: String, expected: Int) {
        #expect(wait(text) == .seconds(expected))
    }

    @Test(
        "an invalid Retry-After is ignored",
        arguments: [
            nil, "", " ", "-1", "+1", "1.5", "1s", "0x10", "soon", "1, 2", "１２", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 1995 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37",
            "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 94", "Xxx, 06 Nov 1994 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT GMT",
        ])
    func invalid(text: String?) {
        #expect(wait(text) == nil)
    }

    @Test(
        "Retry-After can be a date in each of the three forms",
        arguments: [
            "Sun, 06 Nov 1994 08:49:47 GMT", "Sunday, 06-Nov-94 08:49:47 GMT", "Sun Nov  6 08:49:47 1994",
        ])
    func forms(text: String) {
        #expect(wait(text) == .seconds(10))
    }

    @Test("a Retry-After date in the past means no delay")
    func past() {
        #expect(wait("Sun, 06 Nov 1994 08:49:36 GMT") == .zero)
        #expect(wait("Thu, 01 Jan 1970 00:00:00 GMT") == .zero)
    }

    @Test("a Retry-After date far in the future is limited")
    func far() {
        #expect(wait("Fri, 31 Dec 9999 23:59:59 GMT") == .seconds(3_155_760_000))
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

    @Test(
        "Retry-After dates are correct across leap years and centuries",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sat, 01 Jan 2000 00:00:00 GMT", 946_684_800),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Sun, 31 Dec 2023 23:59:60 GMT", 1_704_067_200), ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Mon, 01 Mar 1900 00:00:00 GMT", -2_203_891_200),
        ] as [(String, Double)])
    func calendar(text: String, expected: Double) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == expected)
    }
}
