import CommandLine
import Composition
import Foundation
import Models
import Services

extension Tour {
    func timeEntries(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let timeEntries = visit.services.timeEntries
        try await narrator.step(
            "Add a time entry, list the time entries and delete it again", with: [timeEntries]
        ) {
            let new = try NewTimeEntry(
                task: "Analysis", hours: 2.25, breaks: 1, billable: true,
                startedAt: Timestamp(parsing: "2026-03-02T13:30:00Z"), note: "Note G")
            let added = try await timeEntries.add(new).value
            let page = try await timeEntries.timeEntries(page: PageRequest(size: 100)).value
            try expect(page.items.contains(added), "the list does not contain the new time entry")
            _ = try await timeEntries.delete(id: added.id)
            return ["added \(added.id), the last of \(page.total) time entries"]
        }
    }
}
