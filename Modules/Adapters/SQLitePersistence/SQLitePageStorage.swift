import Foundation
import GRDB
public import Models
public import Persistence

/// Stores pages in an ``SQLiteDatabase``. They are removed with the row of their account in `accounts`.
public struct SQLitePageStorage: PageStorage {
    private let database: SQLiteDatabase

    /// Creates a storage on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func page(
        _ request: PageRequest, of list: String, of account: AccountID
    ) async throws(StoreError) -> StoredPage<StoredItem>? {
        try await database.read { db in
            let key = account.rowArguments + [list, request.number, request.size]
            let pages = try db.cachedStatement(sql: "SELECT total, stored_at FROM pages WHERE \(Self.isPage)")
            guard let page = try Row.fetchOne(pages, arguments: key) else { return nil }
            let items = try db.cachedStatement(
                sql: "SELECT id, json FROM page_items WHERE \(Self.isPage) ORDER BY position")
            return StoredPage(
                Page(
                    items: try Row.fetchAll(items, arguments: key).map { row in
                        StoredItem(
                            id: try row.decode(String.self, atIndex: 0), json: try row.decode(Data.self, atIndex: 1))
                    }, number: request.number, size: request.size, total: try page.decode(Int.self, atIndex: 0)),
                storedAt: Date(microseconds: try page.decode(Int64.self, atIndex: 1)))
        }
    }

    public func save(
        _ stored: StoredPage<StoredItem>, of list: String, of account: AccountID
    ) async throws(StoreError) {
        try await database.write { db in
            guard try account.exists(in: db) else { return }
            let page = stored.page
            let key = account.rowArguments + [list, page.number, page.size]
            // Removes the page's items too.
            try db.cachedStatement(sql: "DELETE FROM pages WHERE \(Self.isPage)").execute(arguments: key)
            try db.cachedStatement(sql: "INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)")
                .execute(arguments: key + [page.total, stored.storedAt.microseconds()])
            let insertion = try db.cachedStatement(sql: "INSERT INTO page_items VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            for (position, item) in page.items.enumerated() {
                try insertion.execute(arguments: key + [position, item.id, item.json])
            }
        }
    }

    public func remove(id: String, of list: String, of account: AccountID) async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(
                sql: "DELETE FROM page_items WHERE account_server = ? AND account_id = ? AND list = ? AND id = ?"
            ).execute(arguments: account.rowArguments + [list, id])
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(sql: "DELETE FROM pages WHERE account_server = ? AND account_id = ?")
                .execute(arguments: account.rowArguments)
        }
    }

    private static let isPage = "account_server = ? AND account_id = ? AND list = ? AND number = ? AND size = ?"
}
