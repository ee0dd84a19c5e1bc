import Foundation
import Persistence
import TestSupport

@testable import SQLitePersistence

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
        in folder: URL, busyTimeout: Duration = .seconds(5)
    ) async throws(StoreError) -> SQLiteDatabase {
        try await open(in: folder, busyTimeout: busyTimeout, schema: .withItems)
    }

    /// The stores on this database.
    var stores: AccountStores {
        AccountStores(
            authSessions: SQLiteAuthSessionStore(self),
            pages: SQLitePageStorage(self),
            users: SQLiteUserStore(self),
        )
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
