import Foundation
import Models
import TestSupport
import Testing

@Suite("Time entries")
struct TimeEntryTests {
    private let json = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])

    private var object: [String: Any] {
        [
            "task": "Reading", "hours": 1.5, "breaks": 2, "billable": true,
            "started_at": "2026-03-01T09:00:00.000Z", "note": "Chapter 3",
        ]
    }

    @Test("a time entry is read from the server's keys, and unknown keys are ignored")
    func decoding() throws {
        let extended = object.merging(["id": "time-entry-1", "owner_id": "u-1"]) { $1 }
        let data = try JSONSerialization.data(withJSONObject: extended)
        #expect(try json.decode(TimeEntry.self, from: data) == .fixture())
    }

    @Test("a new time entry is written with the server's keys")
    func encoding() throws {
        let data = try json.encode(try NewTimeEntry.fixture())
        let written = try JSONSerialization.jsonObject(with: data) as? NSDictionary
        #expect(written == NSDictionary(dictionary: object))
    }
}
