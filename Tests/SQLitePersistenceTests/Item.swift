import Foundation
import GRDB
import Models
import Persistence

@testable import SQLitePersistence

/// An entity that only these tests store, so that they need no feature of the app.
struct Item: Sendable, Hashable {
    let id: String
    var text = "text"
    var date = Date(timeIntervalSince1970: 0)
}

extension Item {
    init(row: Row) throws {
        id = try row.decode(String.self, atIndex: 0)
        text = String(decoding: try row.decode(Data.self, atIndex: 1), as: UTF8.self)
        date = Date(microseconds: try row.decode(Int64.self, atIndex: 2))
        if text.isEmpty { throw InvalidValue(field: "text", reason: "An item has a text.") }
    }
}

/// Stores the items of an account as the stores of features do: they are removed with the row of their account in `accounts`.
struct ItemStore: Sendable {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// The items of all accounts, by id.
    func items() async throws(StoreError) -> [Item] {
        try await database.read { db in
            try Array(
                Row.fetchCursor(db, sql: "SELECT id, text, date FROM items ORDER BY id").map { try Item(row: $0) })
        }
    }

    func save(_ items: [Item], userID: String = "u-1") async throws(StoreError) {
        try await database.write { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO items (account_server, account_id, id, text, date)
                    VALUES ('https://api.example.com', ?, ?, CAST(? AS TEXT), ?)
                    """)
            for item in items {
                try statement.execute(
                    arguments: [userID, item.id, Data(item.text.utf8), try item.date.microseconds()])
            }
        }
    }
}

extension Schema {
    /// The app's schema with the table of items.
    static var withItems: Schema { Schema(steps: current.steps + [.createItems]) }
}

extension SchemaStep {
    static var createItems: SchemaStep {
        SchemaStep(name: "98 create items") { db in
            try db.execute(
                sql: """
                    CREATE TABLE items (
                        account_server TEXT NOT NULL,
                        account_id TEXT NOT NULL,
                        id TEXT NOT NULL,
                        text TEXT NOT NULL,
                        date INTEGER NOT NULL, -- microseconds since 1970
                        PRIMARY KEY (account_server, account_id, id),
                        FOREIGN KEY (account_server, account_id) REFERENCES accounts (server, user_id)
                            ON DELETE CASCADE
                    ) STRICT;
                    """)
        }
    }
}
