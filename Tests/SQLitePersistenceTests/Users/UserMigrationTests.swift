import Foundation
import GRDB
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("Schema of copies of users") struct UserMigrationTests {
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
                try writeDatabase(version, in: folder)
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

    @Test("a failure while copies get their account leaves login and copies as they were")
    func failingAccountStep() async throws {
        try await withDataFolder { folder in
            try writeDatabase(Self.thirdVersion, in: folder)
            let account = SchemaStep.addAccountOfUsers
            let failing = SchemaStep(name: account.name) { db in
                try account.change(db)
                throw StepFailure()
            }
            let earlier = Schema.current.steps.prefix { $0.name != account.name }
            let path = databaseFile(in: folder).path
            await #expect(throws: StoreError.migrationFailed(path: path, reason: "StepFailure")) {
                try await SQLiteDatabase.open(in: folder, schema: Schema(steps: earlier + [failing]))
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

    @Test("a migrated file has the tables of a new one")
    func sameTables() async throws {
        let new = try await withDatabase(schema: .current, columns)
        let old = try await withDataFolder { folder in
            try writeDatabase(Self.firstVersion, in: folder)
            let database = try await SQLiteDatabase.open(in: folder)
            let tables = try await columns(of: database)
            try await database.close()
            return tables
        }
        #expect(new == old)
        #expect(new.contains { $0.contains("auth_session") })
        #expect(new.allSatisfy { !$0.contains("sign_in") })
    }
}
