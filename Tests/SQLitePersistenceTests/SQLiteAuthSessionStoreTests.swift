import ContractSuites
import EngineContracts
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

@Suite("SQLiteAuthSessionStore") struct SQLiteAuthSessionStoreTests {
    @Test("passes the contract", arguments: AuthSessionStoreContract.clauses)
    func contract(clause: ContractClause<any AuthSessionStore>) async throws {
        try await withDatabase { try await clause.check(SQLiteAuthSessionStore($0)) }
    }

    @Test("printing a store prints no token")
    func printed() async throws {
        try await withDatabase { database in
            let store = SQLiteAuthSessionStore(database)
            try await store.save(.fixture(credential: .fixture(1)))
            var dumped = ""
            dump(store, to: &dumped)
            for text in ["\(store)", String(reflecting: store), dumped] {
                #expect(!text.contains("access-1") && !text.contains("refresh-1"))
            }
        }
    }

    @Test("a replaced or removed refresh token is nowhere in the files")
    func leavesNoTrace() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.open(in: folder)
            let store = SQLiteAuthSessionStore(database)
            let authSession = try AuthSession.fixture(credential: .fixture(1))
            try await store.save(authSession)
            #expect(try Self.contents(of: folder).contains("refresh-1"))
            #expect(try await store.replace(authSession, with: .fixture(2)) == .replaced)
            try await store.end(authSession.id)
            let contents = try Self.contents(of: folder)
            #expect(!contents.contains("refresh-"))
            #expect(!contents.contains("access-"))
            try await store.save(authSession)
            _ = try await store.clear(
                server: authSession.server, userID: authSession.userID, ifStill: authSession.credential.token)
            #expect(!(try Self.contents(of: folder)).contains("refresh-"))
            try await database.close()
        }
    }

    @Test("reserved space is beside the database until tokens are replaced, and its absence is a full disk")
    func reservedSpace() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.open(in: folder)
            let store = SQLiteAuthSessionStore(database)
            let authSession = try AuthSession.fixture(credential: .fixture(1))
            try await store.save(authSession)
            let reserve = folder.appending(path: "store.sqlite-reserve")
            for _ in 1...2 { try await store.reserveSpace() }
            #expect(permissions(of: reserve) == 0o600)
            _ = try await store.replace(authSession, with: .fixture(2))
            #expect(!FileManager.default.fileExists(atPath: reserve.path))
            try await database.close()
            await #expect(processExitsWith: .success) { [folder = folder as URL] in
                let database = try await SQLiteDatabase.open(in: folder)
                limitFileSizes(to: 16_384)
                await #expect(throws: StoreError.full(path: database.fileURL.path)) {
                    try await SQLiteAuthSessionStore(database).reserveSpace()
                }
            }
            #expect(!FileManager.default.fileExists(atPath: reserve.path))
        }
    }

    @Test("a refreshed credential survives if the space that was reserved for it is taken as soon as it is free")
    func takenSpace() async throws {
        try await withDataFolder { folder in
            await #expect(processExitsWith: .success) { [folder = folder as URL] in
                let database = try await SQLiteDatabase.open(in: folder)
                let store = SQLiteAuthSessionStore(database)
                let session = try AuthSession.fixture(role: .admin, credential: .fixture(1))
                try await store.save(session)
                try await store.reserveSpace()
                // The log can't grow any more.
                let log = try Data(contentsOf: folder.appending(path: "store.sqlite-wal"))
                limitFileSizes(to: log.count)
                #expect(try await store.replace(session, with: .fixture(2)) == .replaced)
                // The next refresh would need space that is not there.
                await #expect(throws: StoreError.self) { try await store.reserveSpace() }
                await #expect(throws: StoreError.self) { try await store.replace(session, with: .fixture(3)) }
                #expect(try await store.load() == .fixture(role: .admin, credential: .fixture(2)))
            }
            #expect(permissions(of: folder.appending(path: "store.sqlite-answer")) == 0o600)
            let database = try await SQLiteDatabase.open(in: folder)
            let store = SQLiteAuthSessionStore(database)
            let refreshed = try AuthSession.fixture(role: .admin, credential: .fixture(2))
            #expect(try await store.load() == refreshed)
            try await store.reserveSpace()
            #expect(try await store.replace(refreshed, with: .fixture(3)) == .replaced)
            try await store.end(refreshed.id)
            #expect(try await store.load() == nil)
            try await database.close()
            #expect(!(try Self.contents(of: folder)).contains("access-"))
        }
    }

    @Test("a refreshed credential that another process has stored from the kept answer counts as replaced")
    func storedByAnother() async throws {
        try await withDatabase { database in
            let (store, session) = (SQLiteAuthSessionStore(database), try AuthSession.fixture(credential: .fixture(1)))
            try await store.save(session)
            for _ in 1...2 { #expect(try await store.replace(session, with: .fixture(2)) == .replaced) }
            #expect(try await store.replace(session, with: .fixture(3)) == .superseded)
        }
    }

    @Test("no error of a write contains a token")
    func errorsHoldNoToken() async throws {
        try await withDatabase { database in
            try await database.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER refuse BEFORE INSERT ON auth_session BEGIN SELECT RAISE(ABORT, 'refused'); END
                        """)
            }
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteAuthSessionStore(database).save(.fixture(credential: .fixture(7)))
            }
            let text = "\(String(describing: error)) \(error?.userMessage ?? "")"
            #expect(text.contains("refused"))
            #expect(!text.contains("access-7"))
            #expect(!text.contains("refresh-7"))
        }
    }

    /// Every file's bytes, as a text in which ASCII can be found.
    private static func contents(of folder: URL) throws -> String {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { String(decoding: try Data(contentsOf: $0), as: Unicode.ASCII.self) }.joined()
    }
}

extension SQLiteAuthSessionStore {
    fileprivate func replace(
        _ old: AuthSession, with credential: BearerCredential
    ) async throws(StoreError) -> TokenReplacement {
        try await replaceTokens(old.credential.token, with: credential, server: old.server, userID: old.userID)
    }
}

@Suite("SQLiteRecordStorage") struct SQLiteRecordStorageTests {
    @Test("fulfills the contract of record storages", arguments: RecordStorageContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await withDatabase { database in try await database.withStores { try await clause.check($0) } }
    }

    @Test("SQLiteOutboxStore fulfills the contract of outboxes", arguments: OutboxStoreContract.clauses)
    func outboxContract(clause: ContractClause<AccountStores>) async throws {
        try await withDatabase { database in try await database.withStores { try await clause.check($0) } }
    }

    @Test("a part of a list is read by the index, without a sort")
    func queryPlan() async throws {
        try await withDatabase { database in
            let cache = try await SQLiteDatabase.openCache(beside: database)
            let plan = try await cache.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        EXPLAIN QUERY PLAN SELECT json FROM records WHERE server = '' AND user_id = '' AND kind = ''
                        AND position >= 0 AND position < 9 ORDER BY position
                        """
                ).map { $0["detail"] as String }
            }
            try await cache.close()
            #expect(plan.count == 1 && plan[0].contains("records_by_position"))
        }
    }
}

@Suite("SQLiteTransferStore") struct SQLiteTransferStoreTests {
    @Test("satisfies the contract of transfer stores", arguments: TransferStoreContract.clauses)
    func contract(clause: ContractClause<any TransferStore>) async throws {
        try await withDatabase { try await clause.check(SQLiteTransferStore($0)) }
    }

    @Test("two processes with one file see each other's transfers, and ids are not reused after a restart")
    func restart() async throws {
        try await withDataFolder { folder in
            let (one, other) = (try await SQLiteDatabase.open(in: folder), try await SQLiteDatabase.open(in: folder))
            let source = try #require(URL(string: "https://example.com/a"))
            let added = try await SQLiteTransferStore(one).add(
                .download(from: source, to: URL(filePath: "/data/a")), of: "ada", priority: .normal)
            #expect(try await SQLiteTransferStore(other).transfers() == [added])
            _ = try await SQLiteTransferStore(other).remove(id: added.id)
            try await one.close()
            try await other.close()
            let next = try await SQLiteDatabase.open(in: folder)
            let second = try await SQLiteTransferStore(next).add(
                .download(from: source, to: URL(filePath: "/data/a")), of: "ada", priority: .normal)
            #expect(second.id > added.id)
            try await next.close()
        }
    }

    @Test(
        "a damaged row is named, blocks no other transfer, and can be removed",
        arguments: [
            "state = 'running'", "state = 'done'", "state = 'failed'", "url = ''", "priority = 3", "upload = '{}'",
        ])
    func damage(change: String) async throws {
        try await withDatabase { database in
            let store = SQLiteTransferStore(database)
            let source = try #require(URL(string: "https://example.com/a"))
            let damaged = try await store.add(
                .download(from: source, to: URL(filePath: "/data/a")), of: nil, priority: .normal
            ).id
            let other = try await store.add(
                .download(from: source, to: URL(filePath: "/data/b")), of: nil, priority: .normal)
            try await database.write { try $0.execute(sql: "UPDATE transfers SET \(change) WHERE id = \(damaged)") }
            #expect(try await store.transfers() == [other])
            #expect(try await store.damaged() == [damaged])
            #expect(try await store.apply(.pause, to: other.id)?.state == .paused)
            await #expect(throws: TransferQueueError.damaged(id: damaged)) { try await store.transfer(id: damaged) }
            await #expect(throws: TransferQueueError.damaged(id: damaged)) {
                try await store.apply(.resume, to: damaged)
            }
            #expect(try await store.remove(id: damaged) == nil)
            #expect(try await store.damaged() == [])
        }
    }

    @Test("the removal of an account's transfers removes its damaged rows too")
    func damagedAccount() async throws {
        try await withDatabase { database in
            let store = SQLiteTransferStore(database)
            let source = try #require(URL(string: "https://example.com/a"))
            _ = try await store.add(
                .download(from: source, to: URL(filePath: "/data/a")), of: "ada", priority: .normal)
            try await database.write { try $0.execute(sql: "UPDATE transfers SET state = 'running'") }
            #expect(try await store.removeAll(of: "ada").isEmpty)
            #expect(try await store.damaged() == [])
        }
    }
}
