import Foundation
import GRDB
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("Schema") struct MigrationTests {
    private struct StepFailure: Error {}

    /// The last version before the first schema, in literal statements, because today's code can't prove anything about it.
    private static let earlierVersion = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 create users'), ('2 create sign_in'), ('7 rename sign_in to auth_session');
        CREATE TABLE auth_session (slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1), server TEXT NOT NULL) STRICT;
        INSERT INTO auth_session VALUES (1, 'https://api.example.com');
        """

    @Test("a file of an earlier schema is moved whole, and an empty one takes its place, as often as that happens")
    func setAside() async throws {
        try await withDataFolder { folder in
            for number in 1...2 {
                try writeDatabase(Self.earlierVersion, in: folder)
                // Its log has a row that the file does not have yet.
                let writer = try DatabasePool(path: databaseFile(in: folder).path)
                try await writer.write {
                    try $0.execute(sql: "UPDATE auth_session SET server = 'https://late.example'")
                }
                try writer.close()
                let database = try await SQLiteDatabase.open(in: folder)
                let other = folder.appending(path: "store-old-\(number).sqlite")
                #expect(database.setAside == other && permissions(of: other) == 0o600)
                #expect(try await SQLiteAuthSessionStore(database).load() == nil)
                let queue = try DatabaseQueue(path: other.path)
                let servers = try await queue.read { try String.fetchAll($0, sql: "SELECT server FROM auth_session") }
                #expect(servers == ["https://late.example"])
                try queue.close()
                try await database.close()
                let again = try await SQLiteDatabase.open(in: folder)
                #expect(again.setAside == nil)
                try await again.close()
                for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
                where file.hasPrefix("store.sqlite") {
                    try FileManager.default.removeItem(at: folder.appending(path: file))
                }
            }
        }
    }

    @Test("a file of an earlier schema that another process uses stays where it is")
    func setAsideBusy() async throws {
        try await withDataFolder { folder in
            try writeDatabase(Self.earlierVersion, in: folder)
            let path = databaseFile(in: folder).path
            let other = try DatabasePool(path: path)
            try await other.write { try $0.execute(sql: "UPDATE auth_session SET server = 'https://b.example'") }
            await #expect(throws: StoreError.busy(path: path)) {
                try await SQLiteDatabase.open(in: folder, busyTimeout: .milliseconds(10))
            }
            #expect(try await other.read { try String.fetchAll($0, sql: "SELECT server FROM auth_session").count } == 1)
            try other.close()
        }
    }

    @Test("a step that fails leaves the old data readable and writable")
    func failingStep() async throws {
        try await withDataFolder { folder in
            let old = try await SQLiteDatabase.openWithItems(in: folder)
            try await old.itemsAfterLogin().save([Item(id: "1")])
            try await old.close()
            let failing = SchemaStep(name: "99 half done") { db in
                try db.execute(sql: "DELETE FROM items; DROP TABLE auth_session")
                throw StepFailure()
            }
            await #expect(
                throws: StoreError.migrationFailed(path: databaseFile(in: folder).path, reason: "StepFailure")
            ) {
                try await SQLiteDatabase.open(in: folder, schema: Schema(steps: Schema.withItems.steps + [failing]))
            }
            let again = try await SQLiteDatabase.openWithItems(in: folder)
            #expect(try await ItemStore(again).items() == [Item(id: "1")])
            #expect(try await SQLiteAuthSessionStore(again).load() == .fixture())
            try await again.close()
        }
    }

    @Test("a migration step that SQLite rejects reports the reason")
    func refusedStep() async throws {
        try await withDataFolder { folder in
            let refused = SchemaStep(name: "1 wrong") { try $0.execute(sql: "CREATE TABLE items") }
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(in: folder, schema: Schema(steps: [refused]))
            }
            guard case .migrationFailed(_, let reason) = error else {
                Issue.record("Not a failed migration: \(String(describing: error))")
                return
            }
            #expect(reason.contains("incomplete input"))
        }
    }

    @Test("a newer version's file stays unchanged, and the newer version can open it")
    func newerVersion() async throws {
        try await withDataFolder { folder in
            let newer = Schema(
                steps: Schema.withItems.steps + [
                    SchemaStep(name: "99 later") { try $0.execute(sql: "ALTER TABLE items ADD COLUMN phone TEXT") }
                ])
            let first = try await SQLiteDatabase.open(in: folder, schema: newer)
            try await first.itemsAfterLogin().save([Item(id: "1")])
            try await first.close()
            let file = databaseFile(in: folder)
            let bytes = try Data(contentsOf: file)
            await #expect(throws: StoreError.newerSchema(path: file.path)) {
                try await SQLiteDatabase.openWithItems(in: folder)
            }
            #expect(try Data(contentsOf: file) == bytes)
            let again = try await SQLiteDatabase.open(in: folder, schema: newer)
            #expect(try await ItemStore(again).items() == [Item(id: "1")])
            try await again.close()
        }
    }

    @Test("another program's database is not migrated")
    func foreignDatabase() async throws {
        try await withDataFolder { folder in
            try writeDatabase("CREATE TABLE items (login TEXT); INSERT INTO items VALUES ('ada')", in: folder)
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(in: folder, schema: Schema(steps: [.createItems]))
            }
            guard case .migrationFailed = error else {
                Issue.record("Not a failed migration: \(String(describing: error))")
                return
            }
            let queue = try DatabaseQueue(path: databaseFile(in: folder).path)
            #expect(try await queue.read { try String.fetchAll($0, sql: "SELECT login FROM items") } == ["ada"])
            try queue.close()
        }
    }
}

/// Runs these statements on a new file.
func writeDatabase(_ sql: String, in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: databaseFile(in: folder).path)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
}
