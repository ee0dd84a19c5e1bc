import Foundation
import NIOCore
import Testing

@testable import Backend

/// The JSON on the wire as literals, because clients rely on it.
struct WireFixtureTests {
    private let user = UserRecord(
        id: "u-ada", email: "ada@example.com", name: "Ada Lovelace", role: .admin, description: "Wrote \"G\"/1843.",
        passwordHash: "secret", createdAt: Timestamp(milliseconds: 1_772_357_400_250),
        updatedAt: Timestamp(milliseconds: 1_772_357_400_007))
    private let links = Links(base: URL(string: "http://strata.test/"))

    @Test("a version 2 user has every key, and null for missing values")
    func userV2() throws {
        var user = user
        let members = [
            #""avatar_url":null"#,  // feature: Uploads
            #""created_at":"2026-03-01T09:30:00.250Z""#,
            #""description":"Wrote \"G\"/1843.""#,
            #""email":"ada@example.com""#,
            #""id":"u-ada""#,
            #""name":"Ada Lovelace""#,
            #""role":"admin""#,
            #""updated_at":"2026-03-01T09:30:00.007Z""#,
        ].joined(separator: ",")
        try expectWire(UserBodyV2(user, links: links), is: "{\(members)}")
        user.description = nil
        #expect(String(buffer: try WireJSON.encode(UserBodyV2(user, links: links))).contains(#""description":null,"#))
    }

    @Test("a version 1 user omits missing values")
    func userV1() throws {
        try expectWire(
            UserBodyV1(user),
            is: #"{"description":"Wrote \"G\"/1843.","email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#
        )
        var user = user
        user.description = nil
        try expectWire(UserBodyV1(user), is: #"{"email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#)
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
        let whole = String(buffer: try WireJSON.encode(TokenBody(pair, user: UserBodyV2(user, links: links))))
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

    @Test("health, counters, digests and OAuth errors have these keys")
    func small() throws {
        try expectWire(HealthBody(status: "ok"), is: #"{"status":"ok"}"#)
        try expectWire(
            RequestCountersBody(
                requests: 4, logins: 1, refreshes: 2, unauthorized: 3, routes: ["GET /": 1],
                downloads: [.init(path: "/a", range: nil, status: 200)]),
            is: """
                {"downloads":[{"path":"/a","status":200}],"logins":1,"refreshes":2,"requests":4,\
                "routes":{"GET /":1},"unauthorized":3}
                """)
        try expectWire(
            FileDigestBody(name: "sample-1", size: 1, sha256: "ab"),
            is: #"{"name":"sample-1","sha256":"ab","size":1}"#)
        try expectWire(
            OAuthErrorBody(.unsupportedGrantType),
            is:
                #"{"error":"unsupported_grant_type","error_description":"Only the grant type refresh_token is supported."}"#
        )
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

    @Test("a timestamp keeps its milliseconds when converted to a date and back")
    func milliseconds() {
        for millisecond in Int64(0)..<1000 {
            let moment = Timestamp(milliseconds: 1_772_357_400_000 + millisecond)
            #expect(Timestamp(Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)) == moment)
        }
    }
}
