import Backend
import Foundation
import Subprocess
import Testing

@testable import CommandLine

@Suite("strata time-entries")
struct TimeEntriesCommandTests {
    private static let options = [
        "--task", "Reading", "--hours", "1.5", "--breaks", "2", "--billable", "--started-at", "2026-03-01T09:00:00Z",
        "--note", "Chapter 3",
    ]

    private static var values: [String: Any] {
        [
            "task": "Reading", "hours": 1.5, "breaks": 2, "billable": true,
            "started_at": "2026-03-01T09:00:00.000Z", "note": "Chapter 3",
        ]
    }

    @Test("a member adds a time entry, lists and shows it, and deletes it")
    func journey() async throws {
        try await Workplace.with { place in
            let guest = try await place.strata("time-entries", "list", code: 77)
            #expect(guest.errors.contains("strata login EMAIL"))
            try await place.logIn(.grace)
            let added = try await place.strata(["time-entries", "add", "--json"] + Self.options, code: 0)
            var object = try added.object()
            let id = try #require(object.removeValue(forKey: "id") as? String)
            #expect(NSDictionary(dictionary: object) == NSDictionary(dictionary: Self.values))
            let list = try await place.strata("time-entries", "list", "--per-page", "2", "--page", "2")
            #expect(list.output.hasPrefix("ID ") && list.output.contains(id))
            #expect(list.output.hasSuffix("page 2 of 2, 4 time entries\n"))
            let shown = try await place.strata("time-entries", "show", id)
            #expect(shown.output.hasPrefix("id ") && shown.output.contains(id))
            let deleted = try await place.strata("time-entries", "delete", id, code: 0)
            #expect(deleted.output == "Deleted \(id).\n")
        }
    }

    @Test("show --watch shows an entry until another process deletes it")
    func watch() async throws {
        try await Workplace.with { place in
            try await place.logIn(.grace)
            let added = try await place.strata(["time-entries", "add", "--json"] + Self.options, code: 0)
            let id = try #require(try added.object()["id"] as? String)
            let outcome = try await place.running(["time-entries", "show", id, "--watch"]) { command in
                #expect(try await command.firstOutput().contains(id))
                try await place.strata("time-entries", "delete", id, code: 0)
            }
            #expect(outcome.code == 67 && outcome.errors.hasPrefix("strata: "), "\(outcome)")
        }
    }

    @Test("list --watch --json prints the list as a line, and another one when another process has changed it")
    func watchedList() async throws {
        try await Workplace.with { place in
            try await place.logIn(.grace)
            let ended = try await place.running(["time-entries", "list", "--watch", "--json"]) { command in
                var id: String?
                let output = try await command.output { output in
                    guard let id else {
                        let added = try await place.strata(["time-entries", "add", "--json"] + Self.options, code: 0)
                        id = try #require(try added.object()["id"] as? String)
                        return false
                    }
                    return output.contains(id) && output.hasSuffix("\n")
                }
                let lines = output.split(separator: "\n")
                #expect(lines.count >= 2)
                for line in lines {
                    let page = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                    #expect(page?["items"] is [Any], "\(line)")
                }
                try command.send(.interrupt)
            }
            // It also ends when its reader is gone, which may be noticed before the signal.
            #expect(ended.code == 0 || ended.code == 130, "\(ended)")
        }
    }

    @Test("an invalid id is refused before anything is sent", arguments: ["show", "delete"])
    func invalidID(command: String) async throws {
        try await Refusal.check(["time-entries", command, "../admin"], "An id has 1 to 64 letters")
    }
}
