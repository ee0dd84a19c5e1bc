import Foundation
import NIOCore
import Testing

@testable import Backend

/// The JSON on the wire as literals, because clients rely on it.
struct WireFixtureTests {
    private let user = User(
        id: "u-ada", email: "ada@example.com", name: "Ada Lovelace", role: .admin, description: "Wrote \"G\"/1843.",
        createdAt: Timestamp(milliseconds: 1_772_357_400_250),
        updatedAt: Timestamp(milliseconds: 1_772_357_400_007))
    private let links = Links(base: URL(string: "http://strata.test/"))

    @Test("a version 2 user has every key, and null for missing values")
    func userV2() throws {
        var user = user
        let members = [
            #""avatar_url":null"#,
            #""created_at":"2026-03-01T09:30:00.250Z""#,
            #""description":"Wrote \"G\"/1843.""#,
            #""email":"ada@example.com""#,
            #""id":"u-ada""#,
            #""name":"Ada Lovelace""#,
            #""role":"admin""#,
            #""updated_at":"2026-03-01T09:30:00.007Z""#,
        ].joined(separator: ",")
        try expectWire(UserBody(user, links), is: "{\(members)}")
        user.description = nil
        #expect(String(buffer: try WireJSON.encode(UserBody(user, links))).contains(#""description":null,"#))
    }

    @Test("a version 1 user omits missing values")
    func userV1() throws {
        try expectWire(
            legacyBody(user),
            is: #"{"description":"Wrote \"G\"/1843.","email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#
        )
        var user = user
        user.description = nil
        try expectWire(legacyBody(user), is: #"{"email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#)
    }

    @Test("a page has its number, its size and the total")
    func page() throws {
        try expectWire(
            PageBody(PageQuery(number: 3, size: 20), items: [FileDigestBody](), total: 41),
            is: #"{"items":[],"page":3,"per_page":20,"total":41}"#)
    }

    @Test("a token response follows RFC 6749")
    func tokens() throws {
        let pair = TokenPair(access: OpaqueToken(), refresh: OpaqueToken(), lifetime: .seconds(900))
        try expectWire(
            TokenBody(pair),
            is: """
                {"access_token":"\(pair.access.text)","expires_in":900,"refresh_token":"\(pair.refresh.text)",\
                "token_type":"Bearer"}
                """)
        let whole = String(buffer: try WireJSON.encode(TokenBody(pair, user: UserBody(user, links))))
        #expect(whole.contains(#""user":{"#))
    }

    @Test("problem details omit errors if no field has one")
    func problems() throws {
        try expectWire(
            ProblemBody(.notFound, requestID: "r-1"),
            is: """
                {"code":"not_found","detail":"Not found, or you don't have access.","request_id":"r-1",\
                "status":404,"title":"Not found","type":"tag:strata.example,2026:problem/not_found"}
                """)
        try expectWire(
            ProblemBody(.validationFailed([.required("name")]), requestID: "r-2"),
            is: """
                {"code":"validation_failed","detail":"Some fields are invalid.",\
                "errors":[{"code":"required","field":"name","message":"This field is required."}],\
                "request_id":"r-2","status":422,"title":"Validation failed",\
                "type":"tag:strata.example,2026:problem/validation_failed"}
                """)
    }

    @Test("health, counters and digests have these keys")
    func small() throws {
        try expectWire(["status": "ok"], is: #"{"status":"ok"}"#)
        try expectWire(
            RequestCounters(
                requests: 4, logins: 1, refreshes: 2, unauthorized: 3, routes: ["GET /": 1],
                downloads: [.init(path: "/a", range: nil, status: 200)]),
            is: """
                {"downloads":[{"path":"/a","status":200}],"logins":1,"refreshes":2,"requests":4,\
                "routes":{"GET /":1},"unauthorized":3}
                """)
        try expectWire(
            FileDigestBody(name: "sample-1", size: 1, sha256: "ab"),
            is: #"{"name":"sample-1","sha256":"ab","size":1}"#)
    }

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

struct FieldValueTests {
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

    @Test("a value that breaks the rule of its type is an error of its field")
    func rules() throws {
        let json = #"{"text":" ","number":1e400,"whole":1.5,"none":null}"#
        var fields = try JSONDecoder().decode(BodyFields.self, from: Data(json.utf8))
        let _: String = fields.required("text")
        let _: Decimal = fields.required("number")
        let _: Int = fields.required("whole")
        let _: Bool? = fields.optional("none")
        let _: Bool? = fields.optional("absent")
        let problem = #expect(throws: Problem.self) { try fields.check() }
        #expect(problem?.errors.map(\.field) == ["number", "whole", "text"])
    }
}

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

struct HeaderValueTests {
    @Test("parameters are tokens or quoted strings")
    func parsing() throws {
        let parsed = try #require(HeaderValue(#" form-data ; Name="a;b=\"c\\" ;FILENAME=x.png"#))
        #expect(parsed.value == "form-data")
        #expect(parsed.parameters == ["name": #"a;b="c\"#, "filename": "x.png"])
    }

    @Test(
        "a malformed header value is refused",
        arguments: [
            "a;", "a; b", "a; b=", "a; =c", #"a; b="c"#, #"a; b="c\"#, #"a; b="c"d"#, "a; b=c d", "a; b=c; b=d",
            "a; b=c; B=d", "a; b =c", "a; b= c", "a; b=\"c\"\u{301}",
        ])
    func refused(text: String) {
        #expect(HeaderValue(text) == nil)
    }

    @Test(
        "a malformed media type is refused",
        arguments: ["", "text", "text/", "/plain", "text/plain/x", "te xt/plain", "text/plain;"])
    func refusedTypes(text: String) {
        #expect(MediaType(text) == nil)
    }
}
