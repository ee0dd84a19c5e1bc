import Foundation
import GRDB
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("Opening a database") struct OpeningTests {
    /// Fills pages.
    private static let longText = String(repeating: "text ", count: 40)

    @Test("the writer waits for the disk at each commit, in a write-ahead log and with foreign keys")
    func settings() async throws {
        try await withDatabase { database in
            let settings = try await database.write { db in
                try ["synchronous", "journal_mode", "foreign_keys", "secure_delete"].map { pragma in
                    try String.fetchOne(db, sql: "PRAGMA \(pragma)")
                }
            }
            // 2 is FULL; GRDB's pool sets 1, NORMAL.
            #expect(settings == ["2", "wal", "1", "1"])
        }
    }

    @Test("a folder below a file can't be written to")
    func folderBelowFile() async throws {
        try await withDataFolder { file in
            try Data("x".utf8).write(to: file)
            let folder = file.appending(path: "data")
            await #expect(throws: StoreError.notWritable(path: folder.path)) {
                try await SQLiteDatabase.open(in: folder)
            }
        }
    }

    @Test("a file in place of the folder is not written to, and neither is a folder in place of the file")
    func fileInPlaceOfFolder() async throws {
        try await withDataFolder { file in
            try Data("x".utf8).write(to: file)
            let path = databaseFile(in: file).path
            await #expect(throws: StoreError.notWritable(path: path)) { try await SQLiteDatabase.open(in: file) }
            #expect(try Data(contentsOf: file) == Data("x".utf8))
        }
        try await withDataFolder { folder in
            let file = databaseFile(in: folder)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            await #expect(throws: StoreError.notWritable(path: file.path)) { try await SQLiteDatabase.open(in: folder) }
        }
    }

    @Test(
        "a folder without write permission can't be written to",
        .disabled(if: geteuid() == 0, "The superuser writes where the permissions say no."))
    func readOnlyFolder() async throws {
        try await withDataFolder { folder in
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
            let path = databaseFile(in: folder).path
            await #expect(throws: StoreError.notWritable(path: path)) { try await SQLiteDatabase.open(in: folder) }
        }
    }

    #if os(Linux)
    @Test("a place that belongs to the kernel can't be written to, even by the superuser")
    func procFolder() async {
        let folder = URL(filePath: "/proc/self/data")
        await #expect(throws: StoreError.notWritable(path: folder.path)) { try await SQLiteDatabase.open(in: folder) }
    }
    #endif

    @Test(
        "a file that is not a database stays unchanged",
        arguments: ["not a database", String(repeating: "x", count: 100_000), "SQLite format 3\0"])
    func noDatabase(text: String) async throws {
        try await withDataFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = databaseFile(in: folder)
            try Data(text.utf8).write(to: file)
            await #expect(throws: StoreError.corrupt(path: file.path)) { try await SQLiteDatabase.open(in: folder) }
            #expect(try Data(contentsOf: file) == Data(text.utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [SQLiteDatabase.fileName])
        }
    }

    @Test(
        "damage within a database, or a missing end, is detected before anything is written",
        arguments: [4_096, 12_288, nil])
    func damaged(offset: Int?) async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            try await database.itemsAfterLogin().save((1...500).map { Item(id: "\($0)", text: Self.longText) })
            try await database.close()
            let file = databaseFile(in: folder)
            var bytes = try Data(contentsOf: file)
            if let offset {
                bytes.replaceSubrange(offset..<offset + 2_048, with: Data(repeating: 0xA5, count: 2_048))
            } else {
                bytes.removeLast(20_000)
            }
            try bytes.write(to: file)
            await #expect(throws: StoreError.corrupt(path: file.path)) { try await SQLiteDatabase.open(in: folder) }
            #expect(try Data(contentsOf: file) == bytes)
        }
    }

    @Test("an empty file is a new database")
    func emptyFile() async throws {
        try await withDataFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: databaseFile(in: folder))
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            try await database.itemsAfterLogin().save([Item(id: "1")])
            try await database.close()
        }
    }

    @Test("a task that is cancelled opens nothing and creates nothing")
    func cancelled() async throws {
        try await withDataFolder { folder in
            let opening = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await SQLiteDatabase.open(in: folder)
            }
            await #expect(throws: StoreError.cancelled) { try await opening.value }
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test("a full disk is an error of its own, and stored data remains")
    func fullDisk() async throws {
        try await withDatabase { database in
            let store = try await database.itemsAfterLogin()
            try await store.save([Item(id: "1")])
            try await database.write { db in
                let pages = try #require(try Int.fetchOne(db, sql: "PRAGMA page_count"))
                try db.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
            }
            await #expect(throws: StoreError.full(path: database.fileURL.path)) {
                try await store.save((1...1_000).map { Item(id: "\($0)", text: Self.longText) })
            }
            #expect(try await store.items() == [Item(id: "1")])
        }
    }
}
