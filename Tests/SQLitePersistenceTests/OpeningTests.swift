import EngineTestSupport
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
            let cache = try await SQLiteDatabase.openCache(beside: database)
            #expect(try await cache.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 1)
            try await cache.close()
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

    @Test("a file, a place below it or of the kernel, and a folder in place of the database can't be written to")
    func unusablePlaces() async throws {
        try await withTemporaryFolder { parent in
            let (file, folder) = (parent.appending(path: "file"), parent.appending(path: "folder"))
            try Data("x".utf8).write(to: file)
            try FileManager.default.createDirectory(at: databaseFile(in: folder), withIntermediateDirectories: true)
            var places = [(file, databaseFile(in: file)), (folder, databaseFile(in: folder))]
            places.append((file.appending(path: "data"), file.appending(path: "data")))
            #if os(Linux)
            // Not even the superuser may write there.
            places.append((URL(filePath: "/proc/self/data"), URL(filePath: "/proc/self/data")))
            #endif
            for (place, named) in places {
                let refusal = StoreError.notWritable(path: named.path)
                await #expect(throws: refusal) { try await SQLiteDatabase.open(in: place) }
            }
            #expect(try Data(contentsOf: file) == Data("x".utf8))
        }
    }

    @Test(
        "a file that is not a database is moved whole",
        arguments: ["not a database", String(repeating: "x", count: 100_000), "SQLite format 3\0"])
    func noDatabase(text: String) async throws {
        try await withDataFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = databaseFile(in: folder)
            try Data(text.utf8).write(to: file)
            try await expectSetAside(Data(text.utf8), in: folder)
        }
    }

    @Test(
        "damage within a database, or a missing end, is detected before anything is written, and the file is moved",
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
            // The log of a killed process must not be applied to the new file.
            try Data("log".utf8).write(to: URL(filePath: file.path + "-wal"))
            try await expectSetAside(bytes, in: folder)
            #expect(try Data(contentsOf: folder.appending(path: "store-damaged-1.sqlite-wal")) == Data("log".utf8))
        }
    }

    private func expectSetAside(_ bytes: Data, in folder: URL) async throws {
        let database = try await SQLiteDatabase.open(in: folder)
        let other = folder.appending(path: "store-damaged-1.sqlite")
        #expect(database.setAside == SQLiteDatabase.SetAside(file: other, reason: .damaged))
        #expect(try Data(contentsOf: other) == bytes)
        #expect(try await SQLiteAuthSessionStore(database).load() == nil)
        try await database.close()
    }

    @Test("a damaged cache is deleted and replaced, and the store beside it stays")
    func damagedCache() async throws {
        try await withDatabase { store in
            try await SQLiteAuthSessionStore(store).save(.fixture())
            let file = store.fileURL.deletingLastPathComponent().appending(path: SQLiteDatabase.cacheFileName)
            try Data("damage".utf8).write(to: file)
            let cache = try await SQLiteDatabase.openCache(beside: store)
            #expect(cache.setAside == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
            #expect(!names.contains { $0.contains("damaged") }, "\(names)")
            #expect(try await SQLiteAuthSessionStore(store).load() != nil)
            try await cache.close()
        }
    }

    @Test("a cache of a newer version is deleted and replaced, once no process has it open")
    func newerCache() async throws {
        try await withDatabase { store in
            let folder = store.fileURL.deletingLastPathComponent()
            let steps = Schema.cache.steps + [SchemaStep(name: "99 newer") { _ in }]
            let newer = try await SQLiteDatabase.open(
                in: folder, named: SQLiteDatabase.cacheFileName, schema: Schema(steps: steps), isDurable: false)
            await #expect(throws: StoreError.busy(path: newer.fileURL.path)) {
                try await SQLiteDatabase.openCache(beside: store, busyTimeout: .milliseconds(1))
            }
            try await newer.close()
            let cache = try await SQLiteDatabase.openCache(beside: store)
            #expect(try await cache.read { try Schema.cache.takenSteps(in: $0) }.count == Schema.cache.steps.count)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.contains("old") }, "\(names)")
            try await cache.close()
        }
    }

    @Test("records beside the store are deleted if the cache has another folder, and not if it is the same file")
    func otherFolder() async throws {
        try await withDatabase { store in
            let usual = store.fileURL.deletingLastPathComponent()
            let (other, link) = (usual.appending(path: "../cache"), usual.appending(path: "../link"))
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: usual)
            try await SQLiteAuthSessionStore(store).save(.fixture())
            let items = RecordCollection("items", of: .account(try .fixture()))
            // Another process has it open.
            try await store.withStores { stores in
                let record = StoredRecord(id: "a", json: Data(), fetchedAt: .distantPast)
                try await stores.records.save(record, in: items, ifStill: nil)
                for folder in [usual, link] {
                    try await SQLiteDatabase.openCache(in: folder, beside: store).close()
                    let kept = try await stores.records.record("a", of: items)
                    #expect(kept == record)
                }
                let cache = try await SQLiteDatabase.openCache(in: other, beside: store)
                #expect(permissions(of: cache.fileURL) == 0o600 && permissions(of: other) == 0o700)
                #expect(try await stores.records.record("a", of: items) == nil)
                try await cache.close()
            }
        }
    }

    @Test("opening a cache deletes the records of accounts that the store does not have, and no others")
    func foreignRecords() async throws {
        try await withDatabase { store in
            let sessions = SQLiteAuthSessionStore(store)
            let catalog = RecordCollection("items", of: .everyone(server: "https://api.example.com"))
            let items = try ["u-1", "u-2"].map { RecordCollection("items", of: .account(try .fixture(userID: $0))) }
            let record = StoredRecord(id: "a", json: Data(), fetchedAt: .distantPast)
            try await store.withStores { stores in
                for (user, collection) in zip(["u-1", "u-2"], items) {
                    try await sessions.save(.fixture(userID: user))
                    try await stores.records.save(record, in: collection, ifStill: nil)
                }
                try await stores.records.save(record, in: catalog, ifStill: nil)
            }
            // As a logout whose cache is in another folder.
            try await sessions.removeLoggedInAccount()
            try await store.withStores { stores in
                for (collection, isLeft) in zip(items + [catalog], [true, false, true]) {
                    let found = try await stores.records.record("a", of: collection)
                    #expect((found != nil) == isLeft, "\(collection)")
                }
            }
        }
    }

    @Test(
        "a thousand observers of a file share one connection that looks for changes",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "descriptors are counted in /proc"))
    func observers() async throws {
        try await withDatabase { store in
            try await store.withStores { stores in
                let name = store.fileURL.deletingLastPathComponent().appending(path: "cache.sqlite").pathComponents
                func descriptors() throws -> Int {
                    let (files, folder) = (FileManager.default, "/proc/self/fd")
                    return try files.contentsOfDirectory(atPath: folder).count { descriptor in
                        // The folder's own name is unique.
                        let path = try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")
                        return path?.hasSuffix(name.suffix(3).joined(separator: "/")) == true
                    }
                }
                let before = try descriptors()
                try await withThrowingTaskGroup { group in
                    for _ in 1...1_000 {
                        let changes = stores.records.changes()
                        group.addTask { for await _ in changes { try Task.checkCancellation() } }
                    }
                    while try descriptors() == before {
                        try Task.checkCancellation()
                        await Task.yield()
                    }
                    #expect(try descriptors() == before + 1)
                    group.cancelAll()
                    while await group.nextResult() != nil {}
                }
            }
        }
    }

    @Test("a cache forgets its oldest records, and keeps the others")
    func bounded() async throws {
        try await withDatabase { store in
            try await SQLiteAuthSessionStore(store).save(.fixture())
            let cache = try await SQLiteDatabase.openCache(beside: store)
            let storage = SQLiteRecordStorage(cache, limit: 20)
            let items = RecordCollection("items", of: .account(try .fixture()))
            for number in 0..<3 {
                let records = (0..<10).map { position in
                    StoredRecord(
                        id: "\(number)-\(position)", json: Data(),
                        fetchedAt: Date(timeIntervalSince1970: Double(number)))
                }
                try await storage.save(
                    StoredList(records, total: 30, fetchedAt: .distantPast), at: number * 10..<number * 10 + 10,
                    of: items, ifStill: RecordRevision())
            }
            let kept = try #require(try await storage.list(0..<30, of: items)).records.map(\.id)
            #expect(kept.count == 18 && kept.allSatisfy { !$0.hasPrefix("0") })
            try await cache.close()
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
