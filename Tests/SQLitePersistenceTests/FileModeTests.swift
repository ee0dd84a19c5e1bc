import Foundation
import Persistence
import Testing

@testable import SQLitePersistence

@Suite("The database's files") struct FileModeTests {
    @Test("a new folder, the database and its companion files are accessible to their owner only")
    func newFolder() async throws {
        try await withDataFolder { parent in
            let folder = parent.appending(path: "a/b")
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            try await database.itemsAfterLogin().save([Item(id: "1")])
            let file = databaseFile(in: folder)
            #expect(permissions(of: folder) == 0o700)
            #expect(permissions(of: folder.deletingLastPathComponent()) == 0o700)
            for suffix in ["", "-wal", "-shm"] { #expect(permissions(of: URL(filePath: file.path + suffix)) == 0o600) }
            try await database.close()
        }
    }

    @Test("the file has mode 0600 before its first byte")
    func beforeFirstByte() async throws {
        try await withDataFolder { folder in
            let file = databaseFile(in: folder)
            try DatabaseFile(url: file).create()
            #expect(permissions(of: file) == 0o600)
            #expect(try Data(contentsOf: file).isEmpty)
        }
    }

    @Test("a file that others can read gets mode 0600 and preserves its data")
    func openFile() async throws {
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.openWithItems(in: folder)
            try await first.itemsAfterLogin().save([Item(id: "1")])
            try await first.close()
            let file = databaseFile(in: folder)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            let second = try await SQLiteDatabase.openWithItems(in: folder)
            #expect(permissions(of: file) == 0o600)
            #expect(permissions(of: URL(filePath: file.path + "-wal")) == 0o600)
            #expect(try await ItemStore(second).items() == [Item(id: "1")])
            try await second.close()
        }
    }

    @Test("the mode of an existing folder stays unchanged")
    func existingFolder() async throws {
        try await withDataFolder { folder in
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
            try await SQLiteDatabase.open(in: folder).close()
            #expect(permissions(of: folder) == 0o750)
            #expect(permissions(of: databaseFile(in: folder)) == 0o600)
        }
    }

    @Test("closing leaves the whole database in one file, beside the empty file of the writers' lock")
    func closing() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            try await database.itemsAfterLogin().save([Item(id: "1")])
            #expect(database.fileURL.path == databaseFile(in: folder).path)
            try await database.close()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(files == [SQLiteDatabase.fileName, SQLiteDatabase.fileName + "-writer"])
        }
    }

    @Test("every operation of a closed database fails")
    func useAfterClosing() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            try await database.close()
            let (store, closed) = (ItemStore(database), StoreError.failed(reason: "The database was closed."))
            await #expect(throws: closed) { try await store.items() }
            await #expect(throws: closed) { try await store.save([Item(id: "1")]) }
            await #expect(throws: closed) { try await SQLiteAuthSessionStore(database).load() }
        }
    }
}
