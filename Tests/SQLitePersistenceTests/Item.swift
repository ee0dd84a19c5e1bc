import Dispatch
import EngineTestSupport
import Foundation
import GRDB
import Models
import Persistence
import TestSupport

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
    static var withItems: Schema { Schema(steps: store.steps + [.createItems]) }
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

/// A temporary folder of one test. It does not exist at first, because opening a database creates it.
func withDataFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    try await withTemporaryFolder { try await body($0.appending(path: "data")) }
}

/// An open database with the table of items, in a folder of its own, closed and removed afterwards.
func withDatabase<Value>(
    schema: Schema = .withItems, _ body: (SQLiteDatabase) async throws -> Value
) async throws -> Value {
    try await withDataFolder { folder in
        let database = try await SQLiteDatabase.open(in: folder, schema: schema)
        let value = try await body(database)
        try await database.close()
        return value
    }
}

extension SQLiteDatabase {
    /// Opens a database with the table of items.
    static func openWithItems(
        in folder: URL, busyTimeout: Duration = .seconds(60)
    ) async throws(StoreError) -> SQLiteDatabase {
        try await open(in: folder, busyTimeout: busyTimeout, schema: .withItems)
    }

    /// Runs `body` with the stores on this database and a cache beside it.
    func withStores(_ body: (AccountStores) async throws -> Void) async throws {
        let cache = try await SQLiteDatabase.openCache(beside: self)
        try await body(
            AccountStores(
                authSessions: SQLiteAuthSessionStore(self), records: SQLiteRecordStorage(cache),
                outbox: SQLiteOutboxStore(self)))
        try await cache.close()
    }

    /// The item store, with the fixtures' account logged in.
    func itemsAfterLogin() async throws -> ItemStore {
        try await SQLiteAuthSessionStore(self).save(.fixture())
        return ItemStore(self)
    }
}

/// The database's file in `folder`.
func databaseFile(in folder: URL) -> URL {
    folder.appending(path: SQLiteDatabase.fileName)
}

/// The permission bits, or `nil` if there is no such file.
func permissions(of url: URL) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
}

/// Runs `body` while `database` has a write transaction open, in which `change` has been made; then commits it.
@discardableResult
func withOpenTransaction<Value>(
    on database: SQLiteDatabase, _ change: @escaping @Sendable (Database) throws -> Void = { _ in },
    _ body: () async throws -> Value
) async throws -> Value {
    let (opened, announcement) = AsyncStream.makeStream(of: Void.self)
    let mayCommit = DispatchSemaphore(value: 0)
    let transaction = Task.detached {
        try await database.write { db in
            try change(db)
            announcement.finish()
            // Blocks the writer's own queue, and no thread that tasks run on.
            mayCommit.wait()
        }
    }
    for await _ in opened {}
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    mayCommit.signal()
    try await transaction.value
    return try outcome.get()
}
