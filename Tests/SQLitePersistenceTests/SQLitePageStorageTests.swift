import ContractSuites
import Foundation
import GRDB
import Models
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("SQLitePageStorage") struct SQLitePageStorageTests {
    @Test("fulfils the contract of page storages", arguments: PageStorageContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await withDatabase { try await clause.check($0.stores) }
    }

    @Test("a page survives a restart, and its items leave the table with the page that replaces it")
    func restart() async throws {
        let item = StoredItem(id: "i-1", json: Data("{}".utf8))
        let page = StoredPage(
            Page(items: [item], number: 1, size: 2, total: 1), storedAt: Date(timeIntervalSince1970: 1_767_225_600))
        let (account, request) = (try AccountID.fixture(), try PageRequest(size: 2))
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.open(in: folder)
            try await first.stores.authSessions.save(.fixture())
            try await first.stores.pages.save(page, of: "items", of: account)
            try await first.close()
            let second = try await SQLiteDatabase.open(in: folder)
            #expect(try await second.stores.pages.page(request, of: "items", of: account) == page)
            let empty = StoredPage(Page<StoredItem>(items: [], number: 1, size: 2, total: 0), storedAt: page.storedAt)
            try await second.stores.pages.save(empty, of: "items", of: account)
            #expect(try await second.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM page_items") } == 0)
            try await second.close()
        }
    }
}
