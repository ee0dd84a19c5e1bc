import Foundation
import Persistence

@testable import SQLitePersistence

/// A folder of a test's own, which goes with it. It does not exist at first: opening a database makes it.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let parent = FileManager.default.temporaryDirectory.appending(path: "sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    return try await body(parent.appending(path: "data"))
}

/// An open database in a folder of its own, closed and removed afterwards.
func withDatabase<Value>(
    busyTimeout: Duration = .seconds(5), _ body: (SQLiteDatabase) async throws -> Value
) async throws -> Value {
    try await withTemporaryFolder { folder in
        let database = try await SQLiteDatabase.open(in: folder, busyTimeout: busyTimeout)
        let value = try await body(database)
        try await database.close()
        return value
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
