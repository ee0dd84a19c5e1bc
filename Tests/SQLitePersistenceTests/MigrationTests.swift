import EngineTestSupport
import Foundation
import GRDB
import Models
import Persistence
import Primitives
import TestSupport
import Testing
import Transfers

@testable import SQLitePersistence

@Suite("Schema") struct MigrationTests {
    private struct StepFailure: Error {}

    /// The last version before the first schema, in literal statements, because today's code can't prove anything about it.
    private static let earlierVersion = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 create users'), ('2 create sign_in'), ('7 rename sign_in to auth_session');
        CREATE TABLE auth_session (slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1), server TEXT NOT NULL) STRICT;
        INSERT INTO auth_session VALUES (1, 'https://api.example.com');
        CREATE TABLE users (id TEXT); INSERT INTO users VALUES ('u-1');
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
                #expect(database.setAside == SQLiteDatabase.SetAside(file: other, reason: .old))
                #expect(permissions(of: other) == 0o600)
                #expect(try await SQLiteAuthSessionStore(database).load() == nil)
                let queue = try DatabaseQueue(path: other.path)
                let servers = try await queue.read { try String.fetchAll($0, sql: "SELECT server FROM auth_session") }
                #expect(servers == ["https://late.example"])
                try queue.close()
                // A logout erases what may be tokens, and nothing else.
                try await SQLiteAuthSessionStore(database).save(.fixture())
                try await SQLiteAuthSessionStore(database).removeLoggedInAccount()
                let tables = try DatabaseQueue(path: other.path)
                #expect(try await tables.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM auth_session") } == 0)
                #expect(try await tables.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM users") } == 1)
                try tables.close()
                #expect(!(try Data(contentsOf: other)).contains(Data("late.example".utf8)))
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

    /// The schema of the first version and what it has stored, in literal statements.
    private static let firstVersion = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('create store');
        CREATE TABLE accounts (server TEXT NOT NULL, user_id TEXT NOT NULL, ended INTEGER, PRIMARY KEY (server, user_id)) STRICT;
        CREATE TABLE auth_session (slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1), server TEXT NOT NULL,
            user_id TEXT NOT NULL, role TEXT NOT NULL, access_token TEXT NOT NULL, refresh_token TEXT,
            access_expires_at INTEGER, FOREIGN KEY (server, user_id) REFERENCES accounts ON DELETE CASCADE) STRICT;
        CREATE TABLE transfers (id INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, file TEXT NOT NULL, account TEXT,
            state TEXT NOT NULL, length INTEGER, reason TEXT) STRICT;
        CREATE TABLE lists (server TEXT NOT NULL, user_id TEXT NOT NULL, kind TEXT NOT NULL, total INTEGER NOT NULL,
            fetched_at INTEGER NOT NULL, PRIMARY KEY (server, user_id, kind)) STRICT;
        CREATE TABLE records (server TEXT NOT NULL, user_id TEXT NOT NULL, kind TEXT NOT NULL, position INTEGER NOT NULL,
            id TEXT NOT NULL, json BLOB NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (server, user_id, kind, id),
            FOREIGN KEY (server, user_id, kind) REFERENCES lists ON DELETE CASCADE) STRICT;
        CREATE INDEX records_by_position ON records (server, user_id, kind, position);
        CREATE TRIGGER account_removed AFTER DELETE ON accounts BEGIN
            DELETE FROM lists WHERE server = OLD.server AND user_id = OLD.user_id;
        END;
        INSERT INTO lists VALUES ('https://api.example.com', 'u-1', 'time_entries', 1, 0);
        INSERT INTO records VALUES ('https://api.example.com', 'u-1', 'time_entries', 0, 'e', CAST('{"task":"canary"}' AS BLOB), 0);
        INSERT INTO transfers (source, file, account, state, length) VALUES ('https://example.com/s', '/f', 'ada', 'done', 3);
        \(login)
        """

    /// A login as the first version has stored it.
    private static let login = """
        INSERT INTO accounts VALUES ('https://api.example.com', 'u-1', NULL);
        INSERT INTO auth_session (slot, server, user_id, role, access_token)
        VALUES (1, 'https://api.example.com', 'u-1', 'admin', 'access-1');
        """

    @Test("a store of the first version keeps its session and its transfers, loses its records, and gets an outbox")
    func addOutbox() async throws {
        try await withDataFolder { folder in
            try writeDatabase(Self.firstVersion, in: folder)
            #expect(try Data(contentsOf: databaseFile(in: folder)).contains(Data("canary".utf8)))
            let second = try await SQLiteDatabase.open(in: folder)
            let url = try #require(URL(string: "https://example.com/s"))
            let transfer = QueuedTransfer(
                id: 1, .download(from: url, to: URL(filePath: "/f")), account: "ada", state: .done(length: 3))
            let authSessions = SQLiteAuthSessionStore(second)
            let login = try #require(try await authSessions.load())
            let credential = BearerCredential(token: Secret("access-1"), refreshToken: nil, expiresAt: nil)
            #expect(try login.account == .fixture() && login.role == .admin && login.credential == credential)
            #expect(try await authSessions.load()?.id == login.id)
            try await authSessions.end(login.id)
            #expect(try await authSessions.load() == nil)
            #expect(try await SQLiteTransferStore(second).transfers() == [transfer])
            #expect(try await SQLiteOutboxStore(second).entries(of: .account(.fixture())).isEmpty)
            try await second.close()
            // The records are gone, also from the pages that they were on.
            #expect(!(try Data(contentsOf: databaseFile(in: folder))).contains(Data("canary".utf8)))
        }
    }

    /// Unsent changes as the version with this step has written them.
    private static let unsent = """
        INSERT INTO outbox (id, server, user_id, lane, kind, version, payload, created_at, state, reason, attempts,
            not_before, method, path, content_type, body, sealed_at)
        VALUES
            ('a', 'https://api.example.com', 'u-1', 'l', 'k', 1, x'31', 0, 'open', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL),
            ('b', 'https://api.example.com', 'u-1', 'm', 'k', 1, x'32', 0, 'sealed', NULL, 3, 9, 'POST', '/x', 'text/plain',
                x'33', 7),
            ('c', 'https://api.example.com', 'u-1', 'n', 'k', 1, x'34', 0, 'parked', 'no', 1, NULL, 'PUT', '/y', NULL, x'', 8),
            ('d', 'https://api.example.com', 'u-1', 'o', 'k', 1, x'35', 0, 'unknown', NULL, 0, NULL, NULL, NULL, NULL, NULL,
                NULL),
            ('e', 'https://api.example.com', 'u-1', 'p', 'k', 1, x'36', 0, 'sealed', NULL, 0, NULL, 'POST', '/z', NULL, NULL, 7);
        """

    @Test("a store with unsent changes of an earlier version keeps them all, and sealed ones with their keys")
    func addConditions() async throws {
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.open(in: folder, schema: Schema(steps: [.createStore, .addOutbox]))
            try await first.write { try $0.execute(sql: Self.login + Self.unsent) }
            try await first.close()
            let second = try await SQLiteDatabase.open(in: folder)
            let entries = try await SQLiteOutboxStore(second).entries(of: .account(.fixture()))
            let date = Date(timeIntervalSince1970: 0.000_007)
            let request = SealedRequest(
                method: "POST", path: "/x", contentType: "text/plain", body: Data("3".utf8), key: "b", sealedAt: date)
            #expect(entries.map(\.id) == ["a", "b", "c", "d", "e"])
            #expect(entries[0].state == .open && entries[1].state == .sealed(request) && entries[1].attempts == 3)
            #expect(entries[2].request?.key == "c")
            // A state that this version does not know, or a request without a body, is left to a person, and does not stop
            // the others.
            for entry in entries[3...] {
                if case .parked(_, nil) = entry.state { continue }
                Issue.record("got \(entry.state)")
            }
            try await second.close()
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

    @Test("a process of an older version writes and reads no more once a newer one has migrated the file it has open")
    func migratedWhileOpen() async throws {
        try await withDataFolder { folder in
            // Once this file exists, the older process writes one more time.
            let end = folder.appending(path: "end")
            async let older = #expect(processExitsWith: .success) { [folder = folder as URL, end = end as URL] in
                let database = try await SQLiteDatabase.openWithItems(in: folder, busyTimeout: .seconds(60))
                let store = try await database.itemsAfterLogin()
                let refusal = StoreError.newerSchema(path: database.fileURL.path)
                await #expect(throws: refusal) {
                    var (number, isLast) = (0, false)
                    while !isLast {
                        isLast = FileManager.default.fileExists(atPath: end.path)
                        number += 1
                        try await store.save([Item(id: "\(number)")])
                    }
                }
                await #expect(throws: refusal) { try await store.items() }
                try await database.close()
            }
            defer { try? Data().write(to: end) }
            let observer = try await SQLiteDatabase.openWithItems(in: folder, busyTimeout: .seconds(60))
            var changes = observer.feed.changes().makeAsyncIterator()
            while try await ItemStore(observer).items().isEmpty { await changes.next() }
            try await observer.close()
            let newer = Schema(
                steps: Schema.withItems.steps + [
                    SchemaStep(name: "99 later") { try $0.execute(sql: "UPDATE items SET text = 'newer'") }
                ])
            let database = try await SQLiteDatabase.open(in: folder, busyTimeout: .seconds(60), schema: newer)
            try Data().write(to: end)
            _ = await older
            #expect(try await Set(ItemStore(database).items().map(\.text)) == ["newer"])
            try await database.close()
        }
    }

    @Test("an open cache that a newer version has migrated is neither written nor read")
    func cacheMigratedWhileOpen() async throws {
        try await withDatabase { database in
            try await database.withStores { stores in
                try await stores.authSessions.save(.fixture())
                let list = RecordCollection("items", of: .account(try .fixture()))
                let newer = Schema(steps: Schema.cache.steps + [SchemaStep(name: "99 later") { _ in }])
                let other = try await SQLiteDatabase.open(
                    in: database.fileURL.deletingLastPathComponent(), named: SQLiteDatabase.cacheFileName,
                    schema: newer, isDurable: false)
                let refusal = StoreError.newerSchema(path: other.fileURL.path)
                let record = StoredRecord(id: "1", json: Data(), fetchedAt: Date(timeIntervalSince1970: 0))
                await #expect(throws: refusal) { try await stores.records.append(record, to: list) }
                await #expect(throws: refusal) { try await stores.records.record("1", of: list) }
                #expect(try await other.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM lists") } == 0)
                try await other.close()
            }
        }
    }

    @Test("another program's database is not migrated, for the reason that SQLite reports")
    func foreignDatabase() async throws {
        try await withDataFolder { folder in
            try writeDatabase("CREATE TABLE items (login TEXT); INSERT INTO items VALUES ('ada')", in: folder)
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(in: folder, schema: Schema(steps: [.createItems]))
            }
            guard case .migrationFailed(_, let reason) = error else {
                Issue.record("Not a failed migration: \(String(describing: error))")
                return
            }
            #expect(reason.contains("already exists"))
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
