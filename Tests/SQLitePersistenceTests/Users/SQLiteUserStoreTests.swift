import ContractSuites
import Foundation
import GRDB
import Models
import Persistence
import Primitives
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("SQLiteUserStore") struct SQLiteUserStoreTests {
    @Test("passes the contract", arguments: UserStoreContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await withDatabase { try await clause.check($0.stores) }
    }

    @Test("a thousand users drawn at random come back equal after a restart", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let users = try (1...1_000).map { try User.random(id: "u-\($0)", from: random) }
        let expected = InMemoryUserStore(InMemoryAuthSessionStore(try .fixture()))
        try await expected.save(users)
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.open(in: folder)
            try await first.usersAfterLogin().save(users)
            try await first.close()
            let second = try await SQLiteDatabase.open(in: folder)
            // The in-memory store defines the expected order. The two implementations share no code.
            #expect(try await SQLiteUserStore(second).users() == expected.users())
            try await second.close()
        }
    }

    @Test("reading by name uses the index, without a sort")
    func queryPlan() async throws {
        try await withDatabase { database in
            let plan = try await database.read { db in
                try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN \(SQLiteUserStore.selection) ORDER BY name, id",
                    arguments: AccountID.fixture().rowArguments
                ).map { $0["detail"] as String }
            }
            #expect(plan == ["SEARCH users USING INDEX users_by_name (account_server=? AND account_id=?)"])
        }
    }
}

extension User {
    /// A user whose every field is drawn: names in several scripts, dates to the millisecond in 9999 years.
    static func random(id: String, from random: any RandomSource) throws -> User {
        try User(
            id: ID(id), name: DisplayName(text(from: random, length: 1...12)),
            email: EmailAddress("\(id)@example.com"), role: random.next().isMultiple(of: 2) ? .member : .admin,
            about: optional(from: random) { text(from: random, length: 0...80) },
            avatarURL: optional(from: random) { URL(string: "https://cdn.example.com/\(random.next())") } ?? nil,
            createdAt: optional(from: random) { date(from: random) },
            updatedAt: optional(from: random) { date(from: random) })
    }

    private static func optional<Value>(from random: any RandomSource, _ value: () -> Value) -> Value? {
        random.next().isMultiple(of: 4) ? nil : value()
    }

    private static func text(from random: any RandomSource, length: ClosedRange<Int>) -> String {
        let letters = ["a", "Z", "é", "e\u{301}", "ß", "李", "\u{FF21}", "\u{1D49C}", "👩‍👩‍👧", "'", "\"", "%", "\\", "0"]
        let count = length.lowerBound + Int(random.next() % UInt64(length.count))
        return (0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] }.joined()
    }

    private static func date(from random: any RandomSource) -> Date {
        let milliseconds = -62_135_596_800_000 + Int64(random.next() % 315_537_897_600_000)
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

extension SQLiteDatabase {
    /// The user store, with the fixtures' account logged in.
    func usersAfterLogin() async throws -> SQLiteUserStore {
        try await SQLiteAuthSessionStore(self).save(.fixture())
        return SQLiteUserStore(self)
    }
}

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
