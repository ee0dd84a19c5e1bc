import ContractSuites
import Foundation
import GRDB
import Models
import Persistence
import Primitives
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("SQLiteAuthSessionStore") struct SQLiteAuthSessionStoreTests {
    @Test("passes the contract", arguments: AuthSessionStoreContract.clauses)
    func contract(clause: ContractClause<any AuthSessionStore>) async throws {
        try await withDatabase { try await clause.check(SQLiteAuthSessionStore($0)) }
    }

    @Test("an auth session survives a restart")
    func restart() async throws {
        try await withDataFolder { folder in
            let authSession = try AuthSession.fixture(role: .admin)
            let first = try await SQLiteDatabase.open(in: folder)
            try await SQLiteAuthSessionStore(first).save(authSession)
            try await first.close()
            let second = try await SQLiteDatabase.open(in: folder)
            #expect(try await SQLiteAuthSessionStore(second).load() == authSession)
            try await second.close()
        }
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
            let replacement = try await store.replaceTokens(
                authSession.credential.token, with: .fixture(2), server: authSession.server, userID: authSession.userID)
            #expect(replacement == .replaced)
            _ = try await store.clear(server: authSession.server, userID: authSession.userID, ifStill: nil)
            let contents = try Self.contents(of: folder)
            #expect(!contents.contains("refresh-"))
            #expect(!contents.contains("access-"))
            try await store.save(authSession)
            try await store.removeAccount(authSession.account)
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
            _ = try await store.replaceTokens(
                authSession.credential.token, with: .fixture(2), server: authSession.server, userID: authSession.userID)
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
