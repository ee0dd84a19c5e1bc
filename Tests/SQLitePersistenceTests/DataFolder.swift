import Foundation
import Persistence
import TestSupport

@testable import SQLitePersistence

/// A temporary folder of one test. It does not exist at first, because opening a database creates it.
func withDataFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    try await withTemporaryFolder { try await body($0.appending(path: "data")) }
}

/// An open database in a folder of its own, closed and removed afterwards.
func withDatabase<Value>(
    busyTimeout: Duration = .seconds(5), _ body: (SQLiteDatabase) async throws -> Value
) async throws -> Value {
    try await withDataFolder { folder in
        let database = try await SQLiteDatabase.open(in: folder, busyTimeout: busyTimeout)
        let value = try await body(database)
        try await database.close()
        return value
    }
}

extension SQLiteDatabase {
    /// The stores on this database.
    var stores: AccountStores {
        AccountStores(
            authSessions: SQLiteAuthSessionStore(self),
            pages: SQLitePageStorage(self),
            users: SQLiteUserStore(self)  // feature: Users
        )
    }

    /// The user store, with the fixtures' account logged in.
    func usersAfterLogin() async throws -> SQLiteUserStore {
        try await SQLiteAuthSessionStore(self).save(.fixture())
        return SQLiteUserStore(self)
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
