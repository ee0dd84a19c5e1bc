import ContractSuites
import Foundation
import GRDB
import Models
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("SQLiteProductStore") struct SQLiteProductStoreTests {
    private static let server = "https://api.example.com"

    @Test("satisfies the contract of product stores", arguments: ProductStoreContract.clauses)
    func contract(clause: ContractClause<any ProductStore>) async throws {
        try await withDatabase { try await clause.check(SQLiteProductStore($0)) }
    }

    @Test("a page survives a restart and a logout, because it belongs to no account")
    func restartAndLogout() async throws {
        let page = StoredPage(
            Page(items: [try Product.fixture(details: "Box of 1000.")], number: 1, size: 20, total: 1),
            storedAt: Date(timeIntervalSince1970: 1_767_225_600))
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.open(in: folder)
            let login = try AuthSession.fixture()
            try await SQLiteAuthSessionStore(first).save(login)
            try await SQLiteProductStore(first).save(page, of: Self.server)
            _ = try await SQLiteAuthSessionStore(first).clear(
                server: login.server, userID: login.userID, ifStill: nil)
            try await first.close()
            let second = try await SQLiteDatabase.open(in: folder)
            #expect(try await SQLiteProductStore(second).page(PageRequest(size: 20), of: Self.server) == page)
            try await second.close()
        }
    }

    @Test("a row that breaks a rule of the models is an error that names the field")
    func brokenRow() async throws {
        try await withDatabase { database in
            let store = SQLiteProductStore(database)
            try await store.save(
                StoredPage(Page(items: [try .fixture()], number: 1, size: 2, total: 1), storedAt: .distantPast),
                of: Self.server)
            try await database.write { try $0.execute(sql: "UPDATE product_page_items SET amount = '1.005'") }
            let error = await #expect(throws: StoreError.self) {
                try await store.page(PageRequest(size: 2), of: Self.server)
            }
            #expect(error?.userMessage.contains("price.amount") == true)
        }
    }

    @Test("replacing a page leaves no item of the page before it in the table")
    func noLeftovers() async throws {
        try await withDatabase { database in
            let store = SQLiteProductStore(database)
            for items in [[try Product.fixture(id: "p-1"), try .fixture(id: "p-2")], []] {
                try await store.save(
                    StoredPage(Page(items: items, number: 1, size: 2, total: 2), storedAt: .distantPast),
                    of: Self.server)
            }
            let count = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM product_page_items") }
            #expect(count == 0)
        }
    }
}
