import Foundation
import GRDB
import Persistence
import Testing
import Transfers

@testable import SQLitePersistence

/// What every store on the database relies on.
@Suite("SQLiteDatabase") struct DatabaseTests {
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
}
