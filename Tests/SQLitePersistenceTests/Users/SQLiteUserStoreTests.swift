import ContractSuites
import Foundation
import GRDB
import Models
import Persistence
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

    @Test("a date that can't be stored fails the batch, and nothing of it is stored")
    func impossibleDate() async throws {
        try await withDatabase { database in
            let store = try await database.usersAfterLogin()
            for seconds in [1e300, -1e300, 1e13, .infinity, .nan] {
                let wrong = try User.fixture(id: "wrong", createdAt: Date(timeIntervalSince1970: seconds))
                await #expect(throws: StoreError.failed(reason: "A date is too far from 1970 to be stored.")) {
                    try await store.save([.fixture(id: "right"), wrong])
                }
            }
            #expect(try await store.users().isEmpty)
        }
    }

    @Test("a row that breaks a rule of the models is an error without the row's values")
    func brokenRow() async throws {
        try await withDatabase { database in
            let store = try await database.usersAfterLogin()
            try await store.save([.fixture()])
            try await database.write { try $0.execute(sql: "UPDATE users SET email = 'no address'") }
            await #expect(throws: StoreError.failed(reason: "A stored row breaks a rule of its field email.")) {
                try await store.users()
            }
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

    @Test("no statement can store a copy for an account without a login")
    func foreignKey() async throws {
        try await withDatabase { database in
            let error = await #expect(throws: StoreError.self) {
                try await database.write { db in
                    try db.execute(
                        sql: """
                            INSERT INTO users (account_server, account_id, id, name, email, role)
                            VALUES ('https://api.example.com', 'u-1', 'u-1', 'Ada', 'ada@example.com', 'member')
                            """)
                }
            }
            #expect(error == .failed(reason: "SQLite 787: FOREIGN KEY constraint failed"))
        }
    }

    @Test("after a logout no copy is in the files")
    func leavesNoTrace() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.open(in: folder)
            try await database.usersAfterLogin().save([.fixture(about: "a distinctive text")])
            let login = try AuthSession.fixture()
            _ = try await SQLiteAuthSessionStore(database).clear(
                server: login.server, userID: login.userID, ifStill: nil)
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                #expect(try Data(contentsOf: file).range(of: Data("a distinctive text".utf8)) == nil)
            }
            try await database.close()
        }
    }
}
