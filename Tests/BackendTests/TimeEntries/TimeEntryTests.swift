import Foundation
import HTTPTypes
import Testing

@testable import Backend

struct TimeEntryTests {
    static var body: [String: Any] {
        [
            "task": "Reading",
            "hours": 1.5,
            "breaks": 2,
            "billable": true,
            "started_at": "2026-03-01T09:00:00.000Z",
            "note": "Chapter 3",
        ]
    }

    fileprivate static func json(_ object: [String: Any] = TimeEntryTests.body) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    @Test("a new time entry has an address, every field and its owner, who alone reads and deletes it")
    func creation() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-grace").access.text
            let created = try await backend.send(.post, "/v2/time-entries", token: token, json: Self.json())
            #expect(created.status == .created)
            let address = try #require(created.headers[.location]?.split(separator: "strata.test").last).description
            let read = try await backend.send(.get, address, token: token)
            #expect(read.text == created.text)
            var object = try #require(
                try JSONSerialization.jsonObject(with: Data(read.text.utf8)) as? [String: Any])
            #expect((object.removeValue(forKey: "id") as? String)?.hasPrefix("time-entry-") == true)
            #expect(object.removeValue(forKey: "owner_id") as? String == "u-grace")
            #expect(NSDictionary(dictionary: object) == NSDictionary(dictionary: Self.body))
            let other = try await backend.session(of: "u-ada").access.text
            for method in [HTTPRequest.Method.get, .delete] {
                try await backend.send(method, address, token: other).expectProblem(.notFound, "not_found")
            }
            #expect(try await backend.send(.delete, address, token: token).status == .noContent)
            try await backend.send(.get, address, token: token).expectProblem(.notFound, "not_found")
        }
    }

    @Test("pages list the caller's time entries in the order in which they were added")
    func pages() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-grace").access.text
            _ = try await backend.send(.post, "/v2/time-entries", token: token, json: Self.json())
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
            let token = try await backend.session(of: "u-grace").access.text
            let body = Self.body.mapValues { _ in ["an": "object"] }
            let problem = try await backend.send(.post, "/v2/time-entries", token: token, json: Self.json(body))
                .expectProblem(.unprocessableContent, "validation_failed")
            #expect(problem.errors?.map(\.field).sorted() == Self.body.keys.sorted())
        }
    }
}

extension Row {
    static var timeEntries: [Row] {
        [
            Row(.get, "/v2/time-entries", .member),
            Row(.post, "/v2/time-entries", .member, .created, try? TimeEntryTests.json()),
            Row(.get, "/v2/time-entries/{id}", .ownerOnly, id: "time-entry-1"),
            Row(.delete, "/v2/time-entries/{id}", .ownerOnly, .noContent, id: "time-entry-1"),
        ]
    }
}
