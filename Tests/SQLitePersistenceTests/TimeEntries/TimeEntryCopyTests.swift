import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("Stored time entries") struct TimeEntryCopyTests {
    @Test("a time entry comes back from SQLite with every field")
    func everyField() async throws {
        let page = StoredPage(
            Page(items: [try TimeEntry.fixture()], number: 1, size: 2, total: 1),
            storedAt: Date(timeIntervalSince1970: 1_767_225_600))
        try await withDatabase { database in
            try await database.stores.authSessions.save(.fixture())
            let store = PageStore<TimeEntry>("time_entries", of: try .fixture(), in: database.stores.pages)
            try await store.save(page)
            #expect(try await store.page(PageRequest(size: 2)) == page)
        }
    }
}
