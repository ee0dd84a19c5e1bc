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

    @Test("a row that breaks a rule of the models is an error without the row's values")
    func brokenRow() async throws {
        try await withDatabase { database in
            let store = try await database.usersAfterLogin()
            try await store.save([.fixture()])
            try await database.write { try $0.execute(sql: "UPDATE users SET email = 'no address'") }
            await #expect(throws: StoreError.failed(reason: "A stored row has an invalid value for email.")) {
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
}
