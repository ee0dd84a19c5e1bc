import Foundation
import GRDB
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("Schema") struct MigrationTests {
    private struct StepFailure: Error {}

    /// The statements of the third version, for the auth session. They are literal, because today's code can't prove
    /// anything about it.
    private static let thirdVersion = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('2 create sign_in'), ('3 add renewal turn');
        CREATE TABLE sign_in (
            slot INTEGER NOT NULL PRIMARY KEY CHECK (slot = 1), server TEXT NOT NULL, user_id TEXT NOT NULL,
            role TEXT NOT NULL, access_token TEXT NOT NULL, refresh_token TEXT NOT NULL,
            access_expires_at INTEGER NOT NULL, renewal_holder TEXT, renewal_ends_at INTEGER
        ) STRICT;
        INSERT INTO sign_in VALUES (
            1, 'https://api.example.com', 'u-1', 'member', 'access-1', 'refresh-1', 1767225660000000, NULL, NULL
        );
        """

    @Test("a table with an earlier name is renamed with its rows, its index and the references to it")
    func renamedTable() async throws {
        let items = SchemaStep(name: "98 create items") { db in
            try db.execute(
                sql: """
                    CREATE TABLE items (
                        account_server TEXT, account_id TEXT,
                        FOREIGN KEY (account_server, account_id) REFERENCES sign_in (server, user_id) ON DELETE CASCADE
                    );
                    INSERT INTO items SELECT server, user_id FROM sign_in;
                    """)
        }
        try await withDataFolder { folder in
            try writeDatabase(Self.thirdVersion, in: folder)
            let earlier = Schema.current.steps.prefix { $0.name != SchemaStep.renameAuthSession.name }
            try await SQLiteDatabase.open(in: folder, schema: Schema(steps: earlier + [items])).close()
            let database = try await SQLiteDatabase.open(
                in: folder, schema: Schema(steps: Schema.current.steps + [items]))
            #expect(try await SQLiteAuthSessionStore(database).load() == .fixture())
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") } == 1)
            let names = try await database.read { db in
                try String.fetchAll(db, sql: "SELECT name || sql FROM sqlite_schema WHERE sql IS NOT NULL")
            }
            #expect(names.contains { $0.hasPrefix("auth_session_by_account") })
            #expect(names.allSatisfy { !$0.contains("sign_in") })
            // The references now lead to the account, which outlives its session.
            let store = SQLiteAuthSessionStore(database)
            try await store.save(.fixture(userID: "u-2"))
            #expect(try await store.endedAccount(at: "https://api.example.com") == .fixture())
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") } == 1)
            try await store.removeAccount(.fixture())
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") } == 0)
            try await database.close()
        }
    }

    @Test("migrating a file with a refresh lease preserves the login and removes the lease")
    func fromLeases() async throws {
        try await withDataFolder { folder in
            try writeDatabase(
                Self.thirdVersion + "UPDATE sign_in SET renewal_holder = 'a', renewal_ends_at = 1;", in: folder)
            let database = try await SQLiteDatabase.open(in: folder)
            #expect(try await SQLiteAuthSessionStore(database).load() == .fixture())
            #expect(try await columns(of: database).allSatisfy { !$0.contains("renewal") })
            try await database.close()
        }
    }

    @Test("a migrated file has the tables of a new one")
    func sameTables() async throws {
        let new = try await withDatabase(schema: .current, columns)
        let old = try await withDataFolder { folder in
            try writeDatabase(Self.thirdVersion, in: folder)
            let database = try await SQLiteDatabase.open(in: folder)
            let tables = try await columns(of: database)
            try await database.close()
            return tables
        }
        #expect(new == old)
        #expect(new.contains { $0.contains("auth_session") })
        #expect(new.allSatisfy { !$0.contains("sign_in") })
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

/// The tables of the database with their columns.
func columns(of database: SQLiteDatabase) async throws -> [String] {
    try await database.read { db in
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT tables.name AS "table", columns.*
                FROM sqlite_master tables, pragma_table_info(tables.name) columns
                WHERE tables.type = 'table' ORDER BY tables.name, columns.cid
                """)
        return rows.map(\.description)
    }
}

/// Runs these statements on a new file.
func writeDatabase(_ sql: String, in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: databaseFile(in: folder).path)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
}
