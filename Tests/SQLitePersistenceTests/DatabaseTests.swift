import Foundation
import GRDB
import Persistence
import Primitives
import TestSupport
import Testing
import Transfers

@testable import SQLitePersistence

/// What every store on the database relies on.
@Suite("SQLiteDatabase") struct DatabaseTests {
    @Test("a thousand items drawn at random come back equal after a restart", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let items = (1_000..<2_000).map { Item.random(id: "\($0)", from: random) }
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.openWithItems(in: folder)
            try await first.itemsAfterLogin().save(items)
            try await first.close()
            let second = try await SQLiteDatabase.openWithItems(in: folder)
            let stored = try await ItemStore(second).items()
            #expect(stored == items)
            // Swift's == treats two encodings of é as equal, so compare bytes.
            #expect(stored.map { Array($0.text.utf8) } == items.map { Array($0.text.utf8) })
            try await second.close()
        }
    }

    @Test("a date that can't be stored fails the batch, and nothing of it is stored")
    func impossibleDate() async throws {
        try await withDatabase { database in
            let store = try await database.itemsAfterLogin()
            for seconds in [1e300, -1e300, 1e13, .infinity, .nan] {
                let wrong = Item(id: "wrong", date: Date(timeIntervalSince1970: seconds))
                await #expect(throws: StoreError.failed(reason: "A date is too far from 1970 to be stored.")) {
                    try await store.save([Item(id: "right"), wrong])
                }
            }
            #expect(try await store.items().isEmpty)
        }
    }

    @Test("a row that breaks a rule of its type is an error without the row's values")
    func brokenRow() async throws {
        try await withDatabase { database in
            let store = try await database.itemsAfterLogin()
            try await store.save([Item(id: "1")])
            try await database.write { try $0.execute(sql: "UPDATE items SET text = ''") }
            await #expect(throws: StoreError.failed(reason: "A stored row has an invalid value for text.")) {
                try await store.items()
            }
        }
    }

    @Test("no statement can store an item for an account without a login")
    func foreignKey() async throws {
        try await withDatabase { database in
            let store = ItemStore(database)
            await #expect(throws: StoreError.failed(reason: "FOREIGN KEY constraint failed (SQLite 787)")) {
                try await store.save([Item(id: "1")])
            }
            let items = try await store.items()
            #expect(items.isEmpty)
        }
    }

    @Test("a missing table and used-up numbers are named, and are not a full disk")
    func oddTables() async throws {
        try await withDatabase { database in
            let transfers = SQLiteTransferStore(database)
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO transfers (id, url, file, state)
                        VALUES (9223372036854775807, 'https://example.com/a', '/a', 'queued')
                        """)
                try db.execute(sql: "DROP TABLE auth_session")
            }
            let source = try #require(URL(string: "https://example.com/b"))
            let full = await #expect(throws: TransferQueueError.self) {
                try await transfers.add(.download(from: source, to: URL(filePath: "/b")), of: nil, priority: .normal)
            }
            #expect(full?.userMessage.contains("no number left") == true)
            let error = await #expect(throws: StoreError.self) { try await SQLiteAuthSessionStore(database).load() }
            #expect(error?.userMessage.contains("lacks tables of this version") == true)
        }
    }

    @Test("a token refresh and the login of another account leave an account's items; its removal removes them")
    func cascade() async throws {
        try await withDatabase { database in
            let (store, sessions) = (try await database.itemsAfterLogin(), SQLiteAuthSessionStore(database))
            try await store.save([Item(id: "1")])
            let login = try AuthSession.fixture()
            let replacement = try await sessions.replaceTokens(
                login.credential.token, with: .fixture(2), server: login.server, userID: login.userID)
            #expect(replacement == .replaced)
            #expect(try await store.items().count == 1)
            try await sessions.save(.fixture(userID: "u-2"))
            #expect(try await store.items().count == 1)
            #expect(try await sessions.removeAccount(login.account))
            #expect(try await store.items().isEmpty)
        }
    }
}
