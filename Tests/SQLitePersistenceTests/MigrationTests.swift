import Foundation
import GRDB
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("Schema") struct MigrationTests {
    private struct StepFailure: Error {}

    /// The statements of the schema's first version. They are literal, because today's code can't prove anything about it.
    private static let firstVersion = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 create users');
        CREATE TABLE users (
            id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, role TEXT NOT NULL, about TEXT,
            avatar_url TEXT, created_at INTEGER, updated_at INTEGER
        ) STRICT;
        CREATE INDEX users_by_name ON users (name, id);
        INSERT INTO users VALUES (
            'u-1', 'Grace Hopper', 'grace@example.com', 'admin', '“Amazing Grace”' || char(10, 9) || '😀',
            'https://cdn.example.com/a/1.png?size=2%20x', 1769851800123000, 1769851801999000
        );
        """

    /// The third version in the same way: the first, a login, and the refresh lease.
    private static let thirdVersion =
        firstVersion + """
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

    @Test("a file of an earlier version preserves its login; its copies of users, which name no account, are discarded")
    func fromEarlierVersions() async throws {
        for (version, login) in [(Self.firstVersion, nil), (Self.thirdVersion, try AuthSession.fixture())] {
            try await withDataFolder { folder in
                try Self.write(version, in: folder)
                let database = try await SQLiteDatabase.open(in: folder)
                #expect(try await SQLiteAuthSessionStore(database).load() == login)
                #expect(try await SQLiteUserStore(database).users() == [])
                let users = try await database.usersAfterLogin()
                try await users.save([.completeFixture()])
                #expect(try await users.users() == [.completeFixture()])
                try await database.close()
            }
        }
    }

    @Test("a table with an earlier name is renamed with its rows, its index and the references to it")
    func renamedTable() async throws {
        try await withDataFolder { folder in
            try Self.write(Self.thirdVersion, in: folder)
            let earlier = Schema(steps: Array(Schema.current.steps.prefix { !$0.name.hasPrefix("7") }))
            let old = try await SQLiteDatabase.open(in: folder, schema: earlier)
            try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO users (account_server, account_id, id, name, email, role)
                        SELECT server, user_id, user_id, 'Ada', 'ada@example.com', 'member' FROM sign_in
                        """)
            }
            try await old.close()
            let database = try await SQLiteDatabase.open(in: folder)
            let session = try #require(try await SQLiteAuthSessionStore(database).load())
            #expect(try session == .fixture())
            let users = SQLiteUserStore(database)
            #expect(try await users.users(of: session.account).count == 1)
            let names = try await database.read { db in
                try String.fetchAll(db, sql: "SELECT name || sql FROM sqlite_schema WHERE sql IS NOT NULL")
            }
            #expect(names.contains { $0.hasPrefix("auth_session_by_account") })
            #expect(names.allSatisfy { !$0.contains("sign_in") })
            try await SQLiteAuthSessionStore(database).save(.fixture(userID: "u-2"))
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM users") } == 0)
            try await database.close()
        }
    }

    @Test("a failure while copies get their account leaves login and copies as they were")
    func failingAccountStep() async throws {
        try await withDataFolder { folder in
            try Self.write(Self.thirdVersion, in: folder)
            let account = SchemaStep.addAccountOfUsers
            let failing = SchemaStep(name: account.name) { db in
                try account.change(db)
                throw StepFailure()
            }
            let path = databaseFile(in: folder).path
            await #expect(throws: StoreError.migrationFailed(path: path, reason: "StepFailure")) {
                try await SQLiteDatabase.open(
                    in: folder,
                    schema: Schema(steps: Schema.current.steps.prefix { !$0.name.hasPrefix("4") } + [failing]))
            }
            let queue = try DatabaseQueue(path: path)
            let names = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM users") }
            #expect(names == ["Grace Hopper"])
            try queue.close()
            let again = try await SQLiteDatabase.open(in: folder)
            #expect(try await SQLiteAuthSessionStore(again).load() == .fixture())
            try await again.close()
        }
    }

    @Test("migrating a file with a refresh lease preserves the login and removes the lease")
    func fromLeases() async throws {
        try await withDataFolder { folder in
            try Self.write(
                Self.thirdVersion + "UPDATE sign_in SET renewal_holder = 'a', renewal_ends_at = 1;", in: folder)
            let database = try await SQLiteDatabase.open(in: folder)
            #expect(try await SQLiteAuthSessionStore(database).load() == .fixture())
            #expect(try await Self.columns(of: database).allSatisfy { !$0.contains("renewal") })
            try await database.close()
        }
    }

    @Test("a migrated file has the tables of a new one")
    func sameTables() async throws {
        let new = try await withDatabase(Self.columns)
        let old = try await withDataFolder { folder in
            try Self.write(Self.firstVersion, in: folder)
            let database = try await SQLiteDatabase.open(in: folder)
            let columns = try await Self.columns(of: database)
            try await database.close()
            return columns
        }
        #expect(new == old)
        #expect(new.contains { $0.contains("auth_session") })
        #expect(new.allSatisfy { !$0.contains("sign_in") })
    }

    @Test("a step that fails leaves the old data readable and writable")
    func failingStep() async throws {
        try await withDataFolder { folder in
            let old = try await SQLiteDatabase.open(in: folder)
            try await old.usersAfterLogin().save([.fixture()])
            try await old.close()
            let failing = SchemaStep(name: "99 half done") { db in
                try db.execute(sql: "DELETE FROM users; DROP TABLE auth_session")
                throw StepFailure()
            }
            await #expect(
                throws: StoreError.migrationFailed(path: databaseFile(in: folder).path, reason: "StepFailure")
            ) {
                try await SQLiteDatabase.open(in: folder, schema: Schema(steps: Schema.current.steps + [failing]))
            }
            let again = try await SQLiteDatabase.open(in: folder)
            #expect(try await SQLiteUserStore(again).users() == [.fixture()])
            #expect(try await SQLiteAuthSessionStore(again).load() == .fixture())
            try await again.close()
        }
    }

    @Test("a migration step that SQLite rejects reports the reason")
    func refusedStep() async throws {
        try await withDataFolder { folder in
            let refused = SchemaStep(name: "1 wrong") { try $0.execute(sql: "CREATE TABLE users") }
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
                steps: Schema.current.steps + [
                    SchemaStep(name: "99 later") { try $0.execute(sql: "ALTER TABLE users ADD COLUMN phone TEXT") }
                ])
            let first = try await SQLiteDatabase.open(in: folder, schema: newer)
            try await first.usersAfterLogin().save([.fixture()])
            try await first.close()
            let file = databaseFile(in: folder)
            let bytes = try Data(contentsOf: file)
            await #expect(throws: StoreError.newerSchema(path: file.path)) { try await SQLiteDatabase.open(in: folder) }
            #expect(try Data(contentsOf: file) == bytes)
            let again = try await SQLiteDatabase.open(in: folder, schema: newer)
            #expect(try await SQLiteUserStore(again).users() == [.fixture()])
            try await again.close()
        }
    }

    @Test("another program's database is not migrated")
    func foreignDatabase() async throws {
        try await withDataFolder { folder in
            try Self.write("CREATE TABLE users (login TEXT); INSERT INTO users VALUES ('ada')", in: folder)
            let error = await #expect(throws: StoreError.self) { try await SQLiteDatabase.open(in: folder) }
            guard case .migrationFailed = error else {
                Issue.record("Not a failed migration: \(String(describing: error))")
                return
            }
            let queue = try DatabaseQueue(path: databaseFile(in: folder).path)
            #expect(try await queue.read { try String.fetchAll($0, sql: "SELECT login FROM users") } == ["ada"])
            try queue.close()
        }
    }

    private static func columns(of database: SQLiteDatabase) async throws -> [String] {
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

    private static func write(_ sql: String, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: databaseFile(in: folder).path)
        try queue.inDatabase { try $0.execute(sql: sql) }
        try queue.close()
    }
}
