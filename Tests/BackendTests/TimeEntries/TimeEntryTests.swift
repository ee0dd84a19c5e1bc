import Foundation
import HTTPTypes
import Testing

@testable import Backend

struct TimeEntryTests {
    /// The fields of a new time entry, with its keys in their order on the wire.
    static let json = """
        {"billable":true,"breaks":2,"hours":1.5,"note":"Chapter 3","started_at":"2026-03-01T09:00:00.000Z",\
        "task":"Reading"}
        """

    @Test("a new time entry has an address, every field and its owner, who alone reads and deletes it")
    func creation() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            let created = try await backend.send(.post, "/v2/time-entries", Self.json, token: token)
            let address = try #require(created.headers[.location]?.split(separator: "strata.test").last).description
            let read = try await backend.send(.get, address, token: token)
            let own = /"id":"time-entry-[0-9a-f\-]{36}",|"owner_id":"u-grace",/
            #expect(read.text == created.text && read.text.matches(of: own).count == 2)
            #expect(read.text.replacing(own, with: "") == Self.json)
            let other = try await backend.token(of: "u-ada")
            for (method, token, outcome) in [
                (HTTPRequest.Method.get, other, "404 not_found"), (.delete, other, "404 not_found"),
                (.delete, token, "204"), (.get, token, "404 not_found"),
            ] {
                #expect(try await backend.outcome(method, address, token: token) == outcome)
            }
        }
    }

    @Test("pages list the caller's time entries in the order in which they were added")
    func pages() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            _ = try await backend.send(.post, "/v2/time-entries", Self.json, token: token)
            var ids: [String] = []
            for number in 1...2 {
                let page = try await backend.send(.get, "/v2/time-entries?page=\(number)&per_page=2", token: token)
                    .decode(PageShape.self)
                #expect(page.total == 4 && page.items.count == 2)
                ids += page.items.map(\.id)
            }
            #expect(ids.prefix(3) == ["time-entry-1", "time-entry-3", "time-entry-5"])
        }
    }

    @Test("every field of another type is reported")
    func validation() async throws {
        try await TestBackend.run { backend in
            let json = Self.json.replacing(/:("[^"]*"|[^,}]+)/, with: #":{"an":"object"}"#)
            let outcome = try await backend.outcome(
                .post, "/v2/time-entries", json, token: try await backend.token(of: "u-grace"))
            let keys = Self.json.matches(of: /"([a-z_]+)":/).map { "\($0.1) invalid_type" }
            #expect(outcome.dropFirst("422 ".count).split(separator: ", ").sorted() == keys.map { $0[...] })
        }
    }
}

extension Row {
    static let timeEntries = [
        Row(.get, "/v2/time-entries", .member),
        Row(.post, "/v2/time-entries", .member, .created, TimeEntryTests.json),
        Row(.get, "/v2/time-entries/{id}", .ownerOnly, id: "time-entry-1"),
        Row(.delete, "/v2/time-entries/{id}", .ownerOnly, .noContent, id: "time-entry-1"),
    ]
}
