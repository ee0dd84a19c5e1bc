import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

@testable import HTTPCaching

@Suite("Cache storage rules")
struct CacheStorageRulesTests {
    private static let midnight = "Thu, 01 Jan 2026 00:00:00 GMT"
    private let rules = CacheStorageRules(bodyLimit: 10, negotiating: ["accept", "accept-language"])
    private let moment = Date(timeIntervalSince1970: 1_767_225_600)

    private func evaluate(
        _ fields: HTTPFields, status: HTTPResponse.Status = .ok, body: String = "pen", request: HTTPFields = [:],
        target: String? = "/fixture", delay: TimeInterval = 0
    ) throws -> Result<StoredResponse, CacheEvent.Obstacle> {
        var call = try Call.fixture()
        call.request.headerFields = request
        let lookup = try #require(CacheLookup(call, in: .client("fixture")))
        var response = ServerResponse.data(Data(body.utf8), status: status, fields: fields)
        response.target = target.map { RequestTarget(scheme: "https", authority: "api.example.com", path: $0) }
        return rules.evaluate(response, to: lookup, arrival: .init(moment: moment, delay: .seconds(delay)))
    }

    @Test("of the responses with a lifetime, only those with a heuristically cacheable status are stored")
    func statuses() throws {
        let stored = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
        for code in 200...599 {
            let verdict = try evaluate([.cacheControl: "max-age=60"], status: .init(code: code))
            if stored.contains(code) {
                #expect(throws: Never.self) { try verdict.get() }
            } else {
                #expect(verdict == .failure(.status(code)))
            }
        }
    }

    @Test("a response with a lifetime or a validator is stored; a validator of an error response does not count")
    func reusable() throws {
        for fields in [
            [.cacheControl: "max-age=1"], [.eTag: "\"a\""], [.lastModified: Self.midnight],
            [.eTag: "\"a\"", .cacheControl: "no-cache"], [.expires: "Thu, 01 Jan 2026 00:00:01 GMT"],
            [.cacheControl: "private, max-age=1"],
        ] as [HTTPFields] {
            #expect(throws: Never.self) { try evaluate(fields).get() }
        }
        for fields in [
            [:], [.cacheControl: "max-age=0"], [.cacheControl: "no-cache, max-age=60"], [.cacheControl: "public"],
            [.cacheControl: "max-age=60", .age: "60"], [.expires: "0"],
        ] as [HTTPFields] {
            #expect(try evaluate(fields) == .failure(.notReusable))
        }
        #expect(try evaluate([.eTag: "\"a\""], status: .notFound) == .failure(.notReusable))
    }

    @Test("a response is not stored if the server forbids it, it is too large, or it is for another URI")
    func refused() throws {
        #expect(try evaluate([.cacheControl: "no-store, max-age=60"]) == .failure(.forbidden))
        #expect(try evaluate([.cacheControl: "max-age=60"], body: "12345678901") == .failure(.tooLarge))
        #expect(throws: Never.self) { try evaluate([.cacheControl: "max-age=60"], body: "1234567890").get() }
        #expect(try evaluate([.cacheControl: "max-age=60"], target: "/other") == .failure(.redirected))
        #expect(try evaluate([.cacheControl: "max-age=60"], target: nil) == .failure(.redirected))
    }

    @Test(
        "Vary is stored with the values that are safe to store",
        arguments: [
            ("Accept", [:], ["accept": []]), ("Accept", [.accept: "a ,b"], ["accept": ["a", "b"]]),
            ("accept, ACCEPT-language", [.accept: "a"], ["accept": ["a"], "accept-language": []]),
            ("Authorization, Cookie", [:], ["authorization": [], "cookie": []]),
            ("Accept", [.accept: ""], ["accept": [""]]), ("*", [:], nil), ("Accept, *", [:], nil), ("a b", [:], nil),
            ("User-Agent", [.userAgent: "x"], nil), ("X-Api-Key", [.apiKey: "geheim"], nil),
        ] as [(String, HTTPFields, [String: [String]]?)])
    func vary(line: String, request: HTTPFields, selectors: [String: [String]]?) throws {
        let verdict = try evaluate([.cacheControl: "max-age=60", .vary: line], request: request)
        if let selectors {
            #expect(try verdict.get().variant == ResponseVariant(selectors: selectors))
        } else {
            #expect(verdict == .failure(.varies))
        }
    }

    @Test("a response is stored with a Date and without the fields of one exchange")
    func fields() throws {
        let stored = try evaluate([
            .cacheControl: "max-age=60", .age: "7", .setCookie: "a=b", .setCookie: "c=d",
            .connection: "close, X-Api-Key",
            .apiKey: "1", .te: "a", .trailer: "b", .transferEncoding: "chunked", .upgrade: "c", .proxyAuthenticate: "d",
            .proxyAuthenticationInfo: "e", .authenticationInfo: "nextnonce=f", .contentType: "text/plain",
            .date: "yesterday",
        ]).get()
        #expect(
            stored.head.headerFields == [
                .cacheControl: "max-age=60", .contentType: "text/plain", .date: Self.midnight,
            ])
    }

    @Test(
        "a response's initial age is the greater of its Age and the difference to its Date",
        arguments: [
            ([:], 0, 0), ([.age: "5"], 0, 5), ([.age: "5"], 2.5, 7.5), ([:], 2.5, 2.5), ([.age: "x"], 0, 0),
            ([.age: "-5"], 0, 0), ([.age: "5, 9"], 0, 5), ([.age: "99999999999999999999"], 0, 2_147_483_648),
            ([.date: "Wed, 31 Dec 2025 23:59:50 GMT"], 0, 10), ([.date: "Wed, 31 Dec 2025 23:59:50 GMT"], 3, 10),
            ([.date: "Wed, 31 Dec 2025 23:59:50 GMT", .age: "9"], 3, 12),
            ([.date: "Thu, 01 Jan 2026 00:10:00 GMT"], 0, 0), ([.date: "now"], 0, 0),
        ] as [(HTTPFields, TimeInterval, TimeInterval)])
    func initialAge(fields: HTTPFields, delay: TimeInterval, expected: TimeInterval) throws {
        var fields = fields
        fields[.eTag] = "\"a\""
        #expect(try evaluate(fields, delay: delay).get().initialAge == expected)
    }

    @Test("a 304 replaces the stored fields, except those that describe the stored body")
    func freshening() {
        let stored = StoredResponse.fixture(fields: [
            .eTag: "W/\"a\"", .cacheControl: "max-age=1", .cacheControl: "private", .contentType: "text/plain",
            .contentLength: "3", .contentEncoding: "gzip", .date: Self.midnight, .via: "old",
        ])
        let head = stored.freshened(
            by: HTTPResponse(
                status: .notModified,
                headerFields: [
                    .eTag: "\"a\"", .cacheControl: "max-age=60", .contentType: "text/html", .contentLength: "0",
                    .contentEncoding: "br", .contentRange: "bytes 0-0/1", .connection: "via", .via: "1",
                    .expires: "0", .expires: "1",
                ]))
        #expect(head.status == .ok)
        #expect(
            head.headerFields == [
                .eTag: "\"a\"", .cacheControl: "max-age=60", .contentType: "text/plain", .contentLength: "3",
                .contentEncoding: "gzip", .via: "old", .expires: "0", .expires: "1",
            ])
    }

    @Test(
        "a 304 validates the stored response unless its entity tag differs",
        arguments: [
            ("\"a\"", "\"a\"", true), ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("\"a\"", nil, true),
            ("\"a\"", "\"b\"", false), (nil, nil, true), (nil, "\"a\"", false), ("\"W/a\"", "\"a\"", false),
        ])
    func validated(stored: String?, received: String?, expected: Bool) {
        var (fields, response) = (HTTPFields(), HTTPFields())
        (fields[.eTag], response[.eTag]) = (stored, received)
        let head = HTTPResponse(status: .notModified, headerFields: response)
        #expect(StoredResponse.fixture(fields: fields).isValidated(by: head) == expected)
    }

    @Test("an entity tag that is not UTF-8 differs from every other one")
    func opaqueTags() {
        let fields = (0xE0...0xE1).map { HTTPFields([HTTPField(name: .eTag, value: [0x22, UInt8($0), 0x22])]) }
        let other: HTTPFields = [.eTag: "\"a\""]
        for (stored, received) in [(other, fields[0]), (fields[0], fields[1]), (fields[0], other)] {
            let head = HTTPResponse(status: .notModified, headerFields: received)
            #expect(!StoredResponse.fixture(fields: stored).isValidated(by: head))
            #expect(StoredResponse.fixture(fields: received).isValidated(by: head))
        }
    }
}

extension HTTPField.Name {
    fileprivate static var apiKey: Self { HTTPField.Name("X-Api-Key") ?? .from }
}

@Suite("Age and lifetime of a stored response")
struct StoredResponseTests {
    private static let midnight = "Thu, 01 Jan 2026 00:00:00 GMT"
    private static let tenPast = "Thu, 01 Jan 2026 00:10:00 GMT"

    @Test(
        "max-age precedes Expires, no lifetime is guessed, and invalid fields make a response stale",
        arguments: [
            ([("Cache-Control", "max-age=60")], 60), ([("Cache-Control", "max-age=0")], 0), ([], 0),
            ([("Cache-Control", "max-age=60"), ("Expires", tenPast)], 60), ([("Expires", tenPast)], 600),
            ([("Cache-Control", "max-age=x"), ("Expires", tenPast)], 0), ([("Expires", "0")], 0),
            ([("Expires", "-1")], 0), ([("Expires", midnight)], 0),
            ([("Expires", "Wed, 31 Dec 2025 23:59:59 GMT")], 0), ([("Expires", tenPast), ("Expires", midnight)], 0),
            ([("Expires", tenPast), ("Expires", tenPast)], 600),
            ([("Cache-Control", "public"), ("Expires", tenPast)], 600),
            ([("Cache-Control", "s-maxage=60")], 0), ([("Last-Modified", "Thu, 01 Jan 2015 00:00:00 GMT")], 0),
        ] as [([(String, String)], TimeInterval)])
    func lifetime(lines: [(String, String)], expected: TimeInterval) throws {
        var fields: HTTPFields = [.date: Self.midnight]
        for (name, value) in lines { fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        #expect(StoredResponse.fixture(fields: fields).lifetime == expected)
    }

    @Test("a stored response's age grows with the wall clock from its initial age")
    func age() {
        let stored = StoredResponse.fixture(initialAge: 30)
        #expect(stored.age(at: stored.receivedAt.addingTimeInterval(12.5)) == 42.5)
        #expect(stored.age(at: stored.receivedAt.addingTimeInterval(-1)) == nil, "a response from the future")
    }

    @Test("a stored response survives encoding with all its parts")
    func coding() throws {
        let stored = StoredResponse.fixture(
            "é", status: .init(code: 404, reasonPhrase: "Nothing"),
            fields: [.eTag: "\"a\"", .via: "1", .via: "2"], variant: ["accept": ["a", "b"], "origin": []],
            initialAge: 1.5)
        let bytes = try JSONEncoder().encode(stored)
        #expect(try JSONDecoder().decode(StoredResponse.self, from: bytes) == stored)
        for partition in [CredentialPartition.user("1"), .client("1")] {
            let key = ResponseCacheKey.fixture("/a?b", in: partition)
            #expect(try JSONDecoder().decode(ResponseCacheKey.self, from: JSONEncoder().encode(key)) == key)
        }
    }

    @Test("a stored response's size includes its head")
    func size() {
        let small = StoredResponse.fixture("", fields: [:]).size
        #expect(StoredResponse.fixture("123", fields: [:]).size == small + 3)
        #expect(StoredResponse.fixture("", fields: [.eTag: "12345"]).size >= small + 9)
    }
}
