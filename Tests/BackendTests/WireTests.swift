import Foundation
import NIOCore
import Testing

@testable import Backend

struct TimestampTests {
    @Test(
        "a timestamp is in UTC with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (1, "1970-01-01T00:00:00.001Z"),
            (951_782_400_010, "2000-02-29T00:00:00.010Z"), (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func moments(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }
}

struct FieldTests {
    @Test(
        "a date and time is read with or without a fraction and with any offset",
        arguments: [
            ("2026-03-01T09:00:00Z", 1_772_355_600_000), ("2026-03-01T10:00:00+01:00", 1_772_355_600_000),
            ("2026-03-01T09:00:00.25Z", 1_772_355_600_250), ("2026-03-01T09:00:00.123456Z", 1_772_355_600_123),
            ("2026-03-01", nil), ("2026-03-01 09:00:00Z", nil), ("2026-03-01T09:61:00Z", nil), ("", nil),
        ] as [(String, Int64?)])
    func dates(text: String, milliseconds: Int64?) throws {
        let read = try? JSONDecoder().decode([Timestamp].self, from: try JSONEncoder().encode([text]))
        #expect(read?.first?.milliseconds == milliseconds)
    }

    @Test("a missing, a mistyped and an invalid value are errors of their fields, and null is none")
    func values() throws {
        let json = #"{"text":" ","number":1e400,"whole":1.5,"none":null,"inner":{"text":"\u0007"},"other":1}"#
        var fields = try JSONDecoder().decode(BodyFields.self, from: Data(json.utf8))
        let _: String = fields.required("text")
        let _: Decimal = fields.required("number")
        let _: Int = fields.required("whole")
        let _: Bool? = fields.optional("none")
        let _: Bool? = fields.optional("absent")
        let _: String = fields.required("missing")
        let inner: String? = fields.object("inner") { $0.required("text") }
        fields.refuseOthers("unknown")
        let problem = #expect(throws: Problem.self) { try fields.check() }
        let errors = problem?.errors.map { "\($0.field) \($0.code)" }
        #expect(
            errors == [
                "number invalid_type", "whole invalid_type", "missing required", "text invalid", "inner.text invalid",
                "other unexpected",
            ])
        #expect(inner == nil)
    }

    private func code(_ rule: FieldRule<String>, _ text: String) -> String? { rule.error("field", text)?.code }

    @Test("lines and paragraphs are limited in scalars, and have no other control characters")
    func texts() {
        for text in ["", " \t ", "a\u{0}b", "a\nb"] { #expect(code(.line(100), text) == "invalid", "\(text)") }
        for text in [String(repeating: "n", count: 101), "e" + String(repeating: "\u{301}", count: 100)] {
            #expect(code(.line(100), text) == "too_long" && code(.paragraphs(100), text) == "too_long")
        }
        #expect(code(.line(100), "Ægir ʻŌpūnui 😀") == nil && code(.paragraphs(20), "two\nlines\tand a tab") == nil)
        #expect(code(.paragraphs(9), "") == nil && code(.paragraphs(9, mayBeBlank: false), " ") == "invalid")
        #expect(code(.paragraphs(9), "\u{7}") == "invalid")
    }

    @Test("an email address has a local part and a domain of labels")
    func emails() {
        for email in [
            "", "ada", "ada@", "@example.com", "a@b@c", "a b@example.com", "ada@example..com", "ada@-example.com",
            "ada@exämple.com", "ada@example.com\n", "\(String(repeating: "l", count: 65))@example.com",
        ] { #expect(code(.email, email) == "invalid", "\(email)") }
        #expect(code(.email, "first.last+tag@mail.example.co.uk") == nil && code(.email, "root@localhost") == nil)
        #expect(code(.email, "ada@" + String(repeating: "l.", count: 130)) == "too_long")
    }
}

struct HeaderTests {
    @Test(
        "a date has the format of RFC 9110 and is parsed back",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_861_920_000, "Mon, 01 Jan 2029 00:00:00 GMT"),
        ] as [(Int64, String)])
    func dates(seconds: Int64, text: String) {
        #expect(HTTPDate(seconds: seconds).description == text && HTTPDate(text)?.seconds == seconds)
        #expect(HTTPDate(Timestamp(milliseconds: seconds * 1000 + 999)).seconds == seconds)
    }

    @Test("the two obsolete forms of a date are parsed too")
    func obsoleteDates() {
        #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT")?.seconds == 784_111_777)
        #expect(HTTPDate("Sun Nov  6 08:49:37 1994")?.seconds == 784_111_777)
        #expect(HTTPDate("Sun Nov 06 08:49:37 1994")?.seconds == 784_111_777)
        #expect(HTTPDate("Thu Jan  1 00:00:01 2026") == HTTPDate("Thu, 01 Jan 2026 00:00:01 GMT"))
        #expect(HTTPDate("Thursday, 01-Jan-26 00:00:01 GMT") == HTTPDate("Thu, 01 Jan 2026 00:00:01 GMT"))
        #expect(HTTPDate("Sat Nov 28 10:00:00 2026")?.description == "Sat, 28 Nov 2026 10:00:00 GMT")
    }

    @Test(
        "a text that is not such a date is not parsed",
        arguments: [
            "", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 30 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT", "Monday, 06-Nov-94 08:49:37 GMT", "Mon Nov  6 08:49:37 1994",
            "Sun, 06 nov 1994 08:49:37 GMT", "784111777", "Sun Nov  6  8:49:37 1994", "Sun Nov 6 08:49:37 1994",
            "Sun,  6 Nov 1994 08:49:37 GMT",
        ])
    func noDates(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test("parameters are tokens or quoted strings, and a malformed value is refused")
    func parameters() throws {
        let parsed = try #require(HeaderValue(#" Form-data ; Name="a;b=\"c\\" ;FILENAME=x.png"#))
        #expect(parsed.value == "form-data" && parsed.parameters == ["name": #"a;b="c\"#, "filename": "x.png"])
        for text in [
            "a;", "a; b", "a; b=", "a; =c", #"a; b="c"#, #"a; b="c\"#, #"a; b="c"d"#, "a; b=c d", "a; b=c; b=d",
            "a; b=c; B=d", "a; b =c", "a; b= c", "a; b=\"c\"\u{301}",
        ] { #expect(HeaderValue(text) == nil, "\(text)") }
    }

    @Test(
        "a form body is decoded as browsers encode it",
        arguments: [
            ("a=1&b=two+words%21", ["a": "1", "b": "two words!"]), ("a", ["a": ""]), ("", [:]), ("a=b=c", ["a": "b=c"]),
            ("a=%2B", ["a": "+"]), ("a=1&a=2", nil), ("a=%", nil),
        ] as [(String, [String: String]?)])
    func forms(text: String, fields: [String: String]?) {
        #expect(
            QueryFields(form: text).map { Dictionary($0.fields.map { ($0.name, $0.value) }) { $1 } } == fields)
    }

    @Test(
        "the fields of a query are sorted by name and encoded again",
        arguments: [
            ("", ""), ("b=2&a=1", "a=1&b=2"), ("search=a%20b", "search=a+b"), ("languages=en,fr", "languages=en%2Cfr"),
            ("a=2&b=x&a=1", "a=2&a=1&b=x"), ("topic=%c3%a9t%C3%A9", "topic=%C3%A9t%C3%A9"), ("a&b=", "a=&b="),
            ("x=100%", "x=100%25"), ("x=a=b", "x=a%3Db"), ("~a-b_c.d=1", "~a-b_c.d=1"), ("&&a=1&", "a=1"),
        ])
    func queries(query: String, encoded: String) {
        #expect(QueryFields(query).encoded == encoded && QueryFields(encoded).encoded == encoded)
    }
}
