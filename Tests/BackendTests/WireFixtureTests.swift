import Foundation
import NIOCore
import Testing

@testable import Backend

/// The JSON on the wire as literals, because clients rely on it.
struct WireFixtureTests {
    private let user = UserRecord(
        id: "u-ada", email: "ada@example.com", name: "Ada Lovelace", role: .admin, description: "Wrote \"G\"/1843.",
        passwordHash: "secret", createdAt: Timestamp(milliseconds: 1_772_357_400_250),
        updatedAt: Timestamp(milliseconds: 1_772_357_400_007), avatarVersion: "0123456789abcdef")
    private let links = Links(base: URL(string: "http://strata.test/"))

    private func expect(_ body: some Encodable, is fixture: String) throws {
        #expect(String(buffer: try WireJSON.encode(body)) == fixture)
    }

    @Test("a version 2 user has every key")
    func userV2() throws {
        try expect(
            UserBodyV2(user, links: links),
            is: """
                {"avatar_url":"http://strata.test/v2/users/u-ada/avatar?v=0123456789abcdef",\
                "created_at":"2026-03-01T09:30:00.250Z","description":"Wrote \\"G\\"/1843.","email":"ada@example.com",\
                "id":"u-ada","name":"Ada Lovelace","role":"admin","updated_at":"2026-03-01T09:30:00.007Z"}
                """)
    }

    @Test("a version 2 user has null for missing values")
    func userV2WithNulls() throws {
        var user = user
        user.description = nil
        user.avatarVersion = nil
        user.role = .member
        try expect(
            UserBodyV2(user, links: links),
            is: """
                {"avatar_url":null,"created_at":"2026-03-01T09:30:00.250Z","description":null,\
                "email":"ada@example.com","id":"u-ada","name":"Ada Lovelace","role":"member",\
                "updated_at":"2026-03-01T09:30:00.007Z"}
                """)
    }

    @Test("a version 1 user omits missing values")
    func userV1() throws {
        try expect(
            UserBodyV1(user),
            is: #"{"description":"Wrote \"G\"/1843.","email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#
        )
        var user = user
        user.description = nil
        try expect(UserBodyV1(user), is: #"{"email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#)
    }

    @Test("a page has its number, its size and the total")
    func page() throws {
        try expect(
            PageBody(PageQuery(number: 3, size: 20), items: [FeedbackReceiptBody](), total: 41),
            is: #"{"items":[],"page":3,"per_page":20,"total":41}"#)
    }

    @Test("a token response follows RFC 6749")
    func tokens() throws {
        let pair = TokenPair(access: OpaqueToken(), refresh: OpaqueToken(), lifetime: .seconds(900))
        try expect(
            TokenBody(pair),
            is: """
                {"access_token":"\(pair.access.text)","expires_in":900,"refresh_token":"\(pair.refresh.text)",\
                "token_type":"Bearer"}
                """)
        let whole = String(buffer: try WireJSON.encode(TokenBody(pair, user: UserBodyV2(user, links: links))))
        #expect(whole.contains(#""user":{"avatar_url":"#))
    }

    @Test("an avatar receipt has the URL, the type, the digest and the size")
    func receipt() throws {
        let avatar = AvatarRecord(
            userID: "u-ada", contentType: .webp, sha256: String(repeating: "ab", count: 32),
            uploadedAt: Timestamp(milliseconds: 1_772_357_400_250), bytes: Data([1, 2, 3]))
        try expect(
            AvatarReceiptBody(avatar, links: links),
            is: """
                {"avatar_url":"http://strata.test/v2/users/u-ada/avatar?v=abababababababab",\
                "content_type":"image/webp","sha256":"\(String(repeating: "ab", count: 32))","size":3,\
                "uploaded_at":"2026-03-01T09:30:00.250Z"}
                """)
    }

    @Test("a product has every key, and its price every decimal place")
    func product() throws {
        var product = ProductRecord(
            id: "p-1", sku: "NOTE-G", name: "Note \"G\"", price: Price(minorUnits: 995, currency: .gbp),
            description: "D",
            createdAt: Timestamp(milliseconds: 1_772_357_400_250))
        try expect(
            ProductBody(product),
            is: """
                {"created_at":"2026-03-01T09:30:00.250Z","description":"D","id":"p-1","name":"Note \\"G\\"",\
                "price":{"amount":"9.95","currency":"GBP"},"sku":"NOTE-G"}
                """)
        product = ProductRecord(
            id: "p-1", sku: "S", name: "N", price: Price(minorUnits: 0, currency: .kwd), description: nil,
            createdAt: product.createdAt)
        try expect(
            ProductBody(product),
            is: """
                {"created_at":"2026-03-01T09:30:00.250Z","description":null,"id":"p-1","name":"N",\
                "price":{"amount":"0.000","currency":"KWD"},"sku":"S"}
                """)
    }

    @Test("a feedback receipt writes null for a guest")
    func feedback() throws {
        for (author, json) in [(nil, "null"), ("u-ada", #""u-ada""#)] {
            let feedback = FeedbackRecord(
                id: "f-1", authorID: author, message: "M", contact: "ada@example.com", rating: 5,
                createdAt: Timestamp(milliseconds: 1_772_357_400_250))
            try expect(
                FeedbackReceiptBody(feedback),
                is: #"{"author_id":\#(json),"created_at":"2026-03-01T09:30:00.250Z","id":"f-1"}"#)
        }
    }

    @Test("problem details omit errors if no field has one")
    func problems() throws {
        try expect(
            ProblemBody(.notFound, requestID: "r-1"),
            is: """
                {"code":"not_found","detail":"Not found, or you don't have access.","request_id":"r-1",\
                "status":404,"title":"Not found","type":"tag:strata.example,2026:problem/not_found"}
                """)
        try expect(
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
        try expect(HealthBody(status: "ok"), is: #"{"status":"ok"}"#)
        try expect(
            RequestCountersBody(
                requests: 4, logins: 1, refreshes: 2, unauthorized: 3, routes: ["GET /": 1],
                downloads: [.init(path: "/a", range: nil, status: 200)]),
            is: """
                {"downloads":[{"path":"/a","status":200}],"logins":1,"refreshes":2,"requests":4,\
                "routes":{"GET /":1},"unauthorized":3}
                """)
        try expect(
            FileDigestBody(name: "sample-1", size: 1, sha256: "ab"),
            is: #"{"name":"sample-1","sha256":"ab","size":1}"#)
        try expect(
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
