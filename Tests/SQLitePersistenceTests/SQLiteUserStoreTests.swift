import Foundation
import GRDB
import Models
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("SQLiteUserStore") struct SQLiteUserStoreTests {
    @Test("keeps the contract", arguments: UserStoreContract.clauses)
    func contract(clause: ContractClause<any UserStore>) async throws {
        try await withDatabase { try await clause.check(SQLiteUserStore($0)) }
    }

    @Test("a thousand users drawn at random come back equal after a restart", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let users = try (1...1_000).map { try User.random(id: "u-\($0)", from: random) }
        let expected = InMemoryUserStore()
        try await expected.save(users)
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.open(in: folder)
            try await SQLiteUserStore(first).save(users)
            try await first.close()
            let second = try await SQLiteDatabase.open(in: folder)
            // The in-memory store says the order too: two implementations that share no line of code.
            #expect(try await SQLiteUserStore(second).users() == expected.users())
            try await second.close()
        }
    }

    @Test("a date that can't be kept fails the batch, and nothing of it is kept")
    func impossibleDate() async throws {
        try await withDatabase { database in
            let store = SQLiteUserStore(database)
            for seconds in [1e300, -1e300, 1e13, .infinity, .nan] {
                let wrong = try User.fixture(id: "wrong", createdAt: Date(timeIntervalSince1970: seconds))
                await #expect(throws: StoreError.failed(reason: "A date is too far from 1970 to be kept.")) {
                    try await store.save([.fixture(id: "right"), wrong])
                }
            }
            #expect(try await store.users().isEmpty)
        }
    }

    @Test("a row that breaks a rule of the models is an error that repeats nothing of it")
    func brokenRow() async throws {
        try await withDatabase { database in
            try await database.write { db in
                try db.execute(
                    sql: "INSERT INTO users (id, name, email, role) VALUES ('u-1', 'Ada', 'no address', 'member')")
            }
            await #expect(throws: StoreError.failed(reason: "A kept row breaks a rule of its field email.")) {
                try await SQLiteUserStore(database).users()
            }
        }
    }

    @Test("reading by name uses the index, without a sort of its own")
    func queryPlan() async throws {
        try await withDatabase { database in
            let plan = try await database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT \(User.rowColumns) FROM users ORDER BY name, id")
                    .map { $0["detail"] as String }
            }
            #expect(plan == ["SCAN users USING INDEX users_by_name"])
        }
    }
}
