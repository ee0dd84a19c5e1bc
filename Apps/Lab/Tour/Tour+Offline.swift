import CommandLine
import Composition
import Foundation
import Models
import Networking
import Services

extension Tour {
    /// The server applies the addition, but its response does not arrive.
    func offline(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let (timeEntries, outbox) = (visit.services.timeEntries, visit.services.outbox)
        try await narrator.step(
            "Lose the server while a time entry is added: the entry stays on the screen, and is added once",
            with: [timeEntries, outbox]
        ) {
            let page = try PageRequest(size: 100)
            let before = try await timeEntries.timeEntries(page: page).value.total
            try await visit.faults.send(
                .fault("hang-up", ["count": 100, "when": "after", "path": "/v2/time-entries"]))
            let new = try NewTimeEntry(
                task: "Night train", hours: 3.5, breaks: 0, billable: false,
                startedAt: Timestamp(parsing: "2026-03-03T21:00:00Z"), note: nil)
            let added = try await timeEntries.add(new)
            let pending = try unwrap(added.pending, "the lost response was not noticed")
            let stored = try await timeEntries.timeEntries(page: page, .storedFirst)
            try expect(
                stored.pending == [pending] && stored.value.items.contains(added.value), "it is not on the screen")
            try await visit.faults.send(.fault("disarm"))
            let report = try await outbox.send(now: true)
            let online = try await timeEntries.timeEntries(page: page)
            try expect(report.sent == 1 && online.pending.isEmpty, "the outbox is not empty")
            try expect(online.value.total == before + 1, "the server has \(online.value.total - before) new entries")
            var screen = timeEntries.observe(page: page).makeAsyncIterator()
            let first = try await screen.next()?.get()
            try expect(first?.source == .stored, "the screen was empty until the server responded")
            // A second app on the same files, as another process would be.
            try await ComposedApp.run(app.settings) { other in
                _ = try await other.loggedIn { services, _ in try await services.timeEntries.delete(id: added.value.id)
                }
            }
            while let list = try await screen.next()?.get().value, list.total > before {}
            return [
                "no response: “\(pending.summary)” is in the outbox, and the list shows it as pending",
                "the server is back: sent again with the same key; its list is \(online.value.total - before) longer",
                "a screen shows the stored list at once, and then without the entry that a second app on the same files deletes",
            ]
        }
    }
}
