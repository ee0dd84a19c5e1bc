import HTTPTypes
import Testing

@testable import Backend

struct TimeEntryTests {
    /// The fields of a new time entry, with its keys in their order on the wire.
    static let json = """
        {"billable":true,"breaks":2,"hours":1.5,"note":"Chapter 3","started_at":"2026-03-01T09:00:00.000Z",\
        "task":"Reading"}
        """

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
