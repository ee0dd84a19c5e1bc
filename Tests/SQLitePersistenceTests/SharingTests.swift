import EngineTestSupport
import Foundation
import GRDB
import Models
import Persistence
import Primitives
import TestSupport
import Testing

@testable import SQLitePersistence

@Suite("Several users of one file", .timeLimit(.minutes(20))) struct SharingTests {
    @Test("a write waits for the lock of a process that writes or empties the log, and is busy if that takes too long")
    func writersLock() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.openWithItems(in: folder, busyTimeout: .milliseconds(50))
            let store = try await database.itemsAfterLogin()
            let other = try DatabaseFile(url: database.fileURL).lockForWriting(waiting: .zero)
            await #expect(throws: StoreError.busy(path: database.fileURL.path)) {
                try await store.save([Item(id: "1")])
            }
            #expect(try await store.items().isEmpty)
            _ = consume other
            try await store.save([Item(id: "1")])
            try await database.close()
        }
    }

    @Test("an observer of a file that could not be read for a while gets its notices again")
    func unreadableForAWhile() async throws {
        try await withDataFolder { folder in
            let (clock, path) = (ManualClock(), databaseFile(in: folder).path)
            let settings = ConnectionSettings(busyTimeout: .seconds(60), isDurable: true)
            let feed = ChangeFeed { feed in await settings.watch(path, for: feed, time: clock) }
            var notices = feed.changes().makeAsyncIterator()
            await notices.next()
            await clock.waitForSleepers(1)
            try writeDatabase("CREATE TABLE items (id TEXT)", in: folder)
            _ = await clock.advanceToNextDeadline()
            await notices.next()
        }
    }

    @Test("a writer does not block readers")
    func readersGoOn() async throws {
        try await withDatabase { database in
            let store = try await database.itemsAfterLogin()
            try await store.save([Item(id: "1")])
            try await withOpenTransaction(on: database, { try $0.execute(sql: "DELETE FROM items") }) {
                let items = try await store.items()
                #expect(items == [Item(id: "1")])
            }
            #expect(try await store.items().isEmpty)
        }
    }

    @Test("a task that is cancelled while it waits for the writer throws cancellation and changes nothing")
    func cancelledInQueue() async throws {
        try await withDatabase { database in
            let store = try await database.itemsAfterLogin()
            let waiting = try await withOpenTransaction(on: database) {
                let waiting = Task { try await store.save([Item(id: "1")]) }
                waiting.cancel()
                return waiting
            }
            await #expect(throws: StoreError.cancelled) { try await waiting.value }
            #expect(try await store.items().isEmpty)
        }
    }

    @Test("a login through one database survives the end of the last session through another")
    func loginAgain() async throws {
        try await withDataFolder { folder in
            let databases = [
                try await SQLiteDatabase.open(in: folder, busyTimeout: .seconds(60)),
                try await SQLiteDatabase.open(in: folder, busyTimeout: .seconds(60)),
            ]
            let stores = databases.map { SQLiteAuthSessionStore($0) }
            for generation in 1...20 {
                let (old, new) = (
                    try AuthSession.fixture(login: UInt32(generation), credential: .fixture(generation)),
                    try AuthSession.fixture(login: UInt32(generation + 1), credential: .fixture(generation + 1))
                )
                try await stores[0].save(old)
                async let left = stores[1].clear(server: old.server, userID: old.userID, ifStill: old.credential.token)
                async let end: Void = stores[1].end(old.id)
                async let saved: Void = stores[0].save(new)
                let stored = try await (left, end, saved).0
                #expect(stored == nil || stored == new)
                #expect(try await stores[1].load() == new)
            }
            for database in databases { try await database.close() }
        }
    }
}

@Suite("The caller's executor") struct ResponsivenessTests {
    @Test("the main actor is not blocked while the database works for one of its tasks", .timeLimit(.minutes(10)))
    @MainActor
    func mainActorGoesOn() async throws {
        try await withDatabase { database in
            let store = try await database.itemsAfterLogin()
            let saving = try await withOpenTransaction(on: database) {
                // If this task blocked the main actor, the transaction would never end.
                let saving = Task { @MainActor in try await store.save([Item(id: "1")]) }
                for _ in 0..<100 { await Task.yield() }
                return saving
            }
            try await saving.value
            #expect(try await store.items() == [Item(id: "1")])
        }
    }
}
