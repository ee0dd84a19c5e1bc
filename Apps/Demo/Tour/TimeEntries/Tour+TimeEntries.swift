import Composition
import Foundation
import Models
import Services

extension Tour {
    func timeEntries(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Add a time entry, list the time entries and delete it again",
            through: ["Demo", "Models", "Services", "Networking", "NIOTransport", "Persistence"]
        ) {
            let timeEntries = try await visit.services.timeEntries
            let new = try NewTimeEntry(
                task: "Reading",
                hours: 1.5,
                breaks: 2,
                billable: true,
                startedAt: Timestamp(parsing: "2026-03-01T09:00:00Z"),
                note: "Chapter 3",
            )
            let added = try await timeEntries.add(new)
            let page = try await timeEntries.timeEntries(page: PageRequest(size: 100)).page
            try expect(page.items.contains(added), "the list does not contain the new time entry")
            try await timeEntries.delete(id: added.id)
            return Table(page.items.suffix(3).map(\.output))
                .lines(terminal, indentation: TourNarrator.indentation)
        }
    }
}
