import Testing

@testable import Backend

struct HTTPDateTests {
    @Test(
        "a date has the format of RFC 9110 and is parsed back",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_861_920_000, "Mon, 01 Jan 2029 00:00:00 GMT"),
        ] as [(Int64, String)])
    func roundTrip(seconds: Int64, text: String) {
        #expect(HTTPDate(seconds: seconds).description == text)
        #expect(HTTPDate(text)?.seconds == seconds)
    }

    @Test(
        "a text that is not such a date is not parsed",
        arguments: [
            "", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 30 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 06 nov 1994 08:49:37 GMT", "784111777",
        ])
    func refused(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test("a timestamp is rounded down to its second", arguments: [(1999, 1), (-1, -1), (-1000, -1), (0, 0)])
    func second(milliseconds: Int64, seconds: Int64) {
        #expect(HTTPDate(Timestamp(milliseconds: milliseconds)).seconds == seconds)
    }
}
