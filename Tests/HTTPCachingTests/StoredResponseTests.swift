import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import HTTPCaching

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
        #expect(stored.age(at: stored.receivedAt) == 30)
        #expect(stored.age(at: stored.receivedAt.addingTimeInterval(12.5)) == 42.5)
    }

    @Test("the age of a response from the future is unknown")
    func future() {
        let stored = StoredResponse.fixture()
        #expect(stored.age(at: stored.receivedAt.addingTimeInterval(-1)) == nil)
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
