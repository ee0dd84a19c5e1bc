import EngineTestSupport
import Foundation
import GRDB
import Models
import Persistence
import TestSupport
import Testing

@testable import SQLitePersistence

/// The data after a process was killed. Each body of `#expect(processExitsWith:)` runs in a child process.
@Suite("After a crash", .timeLimit(.minutes(60))) struct CrashTests {
    @Test("a process that is killed at any moment of its writing leaves whole batches", arguments: [20, 33, 57])
    func killedWhileWriting(afterBatches count: Int) async throws {
        try await withDataFolder { folder in
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as URL, count = count as Int] in
                let database = try await SQLiteDatabase.openWithItems(in: folder)
                let store = try await database.itemsAfterLogin()
                for batch in 1...10_000 {
                    let items = (1...50).map { Item(id: "\($0)", text: "\(batch)") }
                    // Another thread ends this process from now on, at any point of the write.
                    if batch == count { Task.detached { kill(getpid(), SIGKILL) } }
                    try await store.save(items)
                }
            }
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            let items = try await ItemStore(database).items()
            let batches = Set(items.map(\.text))
            #expect(items.count == 50)
            #expect(batches.count == 1)
            // What save() had returned for is there.
            let batch = try #require(batches.first.flatMap { Int($0) })
            #expect(batch >= count - 1)
            try await database.close()
        }
    }

    /// A login writes twice: the login in place of another one, then the first data of its account.
    @Test(
        "a process that is killed within a login leaves one account's login, and the other account's data",
        arguments: [
            "UPDATE ON accounts", "DELETE ON auth_session", "INSERT ON accounts", "INSERT ON auth_session",
            "INSERT ON items",
        ])
    func killedWithinLogin(moment: String) async throws {
        try await withDataFolder { folder in
            let first = try await SQLiteDatabase.openWithItems(in: folder)
            try await first.itemsAfterLogin().save([Item(id: "1")])
            try await first.close()
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as URL, moment = moment as String] in
                let database = try await SQLiteDatabase.openWithItems(in: folder)
                try await database.write { db in
                    db.add(function: DatabaseFunction("die", argumentCount: 0) { _ in Int(kill(getpid(), SIGKILL)) })
                    try db.execute(sql: "CREATE TEMP TRIGGER deadly AFTER \(moment) BEGIN SELECT die(); END")
                }
                let next = try AuthSession.fixture(userID: "u-2")
                try await SQLiteAuthSessionStore(database).save(next)
                try await ItemStore(database).save([Item(id: "1")], userID: "u-2")
            }
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            let isComplete = moment == "INSERT ON items"
            let login = try #require(try await SQLiteAuthSessionStore(database).load())
            #expect(login.userID.text == (isComplete ? "u-2" : "u-1"))
            let owners = try await database.read { try String.fetchAll($0, sql: "SELECT account_id FROM items") }
            #expect(owners == ["u-1"])
            try await database.close()
        }
    }

    /// A logout ends the session in the store, then removes the records from the cache, then the account from the store.
    @Test(
        "a process that is killed between the two files leaves no record without the name of its account",
        arguments: ["DELETE ON records", "INSERT ON records"])
    func killedBetweenFiles(moment: String) async throws {
        try await withDataFolder { folder in
            let isLogin = moment.hasPrefix("INSERT")
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as URL, moment = moment as String] in
                let store = try await SQLiteDatabase.open(in: folder)
                let cache = try await SQLiteDatabase.openCache(beside: store)
                let (sessions, records) = (SQLiteAuthSessionStore(store), SQLiteRecordStorage(cache))
                let record = StoredRecord(id: "1", json: Data("{}".utf8), fetchedAt: .distantPast)
                let items = RecordCollection("items", of: .account(try .fixture()))
                let isLogin = moment.hasPrefix("INSERT")
                try await sessions.save(.fixture())
                if !isLogin { try await records.save(record, in: items, ifStill: nil) }
                try await cache.write { db in
                    db.add(function: DatabaseFunction("die", argumentCount: 0) { _ in Int(kill(getpid(), SIGKILL)) })
                    try db.execute(sql: "CREATE TEMP TRIGGER deadly AFTER \(moment) BEGIN SELECT die(); END")
                }
                if isLogin { try await records.save(record, in: items, ifStill: nil) }
                try await sessions.end(AuthSession.fixture().id)
                try await records.removeAll(of: .fixture())
            }
            let store = try await SQLiteDatabase.open(in: folder)
            try await store.withStores { stores in
                let account = try AccountID.fixture()
                let items = RecordCollection("items", of: .account(account))
                #expect(try await (stores.authSessions.load() != nil) == isLogin)
                #expect(try await (stores.records.record("1", of: items) != nil) == !isLogin)
                if isLogin { try await stores.authSessions.end(AuthSession.fixture().id) }
                // The next logout finds the account, and removes what is left.
                #expect(try await stores.authSessions.endedAccount(at: account.server) == account)
                try await stores.records.removeAll(of: account)
                #expect(try await stores.records.record("1", of: items) == nil)
                #expect(try await stores.authSessions.removeAccount(account))
            }
            try await store.close()
        }
    }

    /// The writes of each process. `STRATA_WRITES=300000` takes about ten minutes.
    private static var writes: Int { ProcessInfo.processInfo.environment["STRATA_WRITES"].flatMap { Int($0) } ?? 100 }

    @Test("two processes that write and empty the log at once lose nothing that they have acknowledged")
    func checkpoints() async throws {
        try await withDataFolder { folder in
            let database = try await SQLiteDatabase.open(in: folder)
            try await SQLiteAuthSessionStore(database).save(.fixture())
            try await withThrowingTaskGroup { group in
                for writer in ["a", "b"] {
                    group.addTask {
                        await #expect(processExitsWith: .success) {
                            [folder = folder as URL, writer = writer as String] in
                            let database = try await SQLiteDatabase.open(in: folder, busyTimeout: .seconds(60))
                            for number in 1...Self.writes {
                                let entry = try NewOutboxEntry.fixture("\(writer)\(number)")
                                let added = try await SQLiteOutboxStore(database).add(entry) { _ in .keepBoth }
                                #expect(added != nil)
                                if number % 3 == 0 { _ = try await database.writeWithoutTrace { _ in () } }
                            }
                            try await database.close()
                        }
                    }
                }
                try await group.waitForAll()
            }
            let entries = try await SQLiteOutboxStore(database).entries(of: .account(.fixture()))
            let written = ["a", "b"].flatMap { writer in (1...Self.writes).map { "\(writer)\($0)" } }
            #expect(Set(entries.map(\.id)) == Set(written))
            #expect(try await database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
            try await database.close()
        }
    }

    @Test("six processes that open a new folder at once all succeed")
    func openingAtOnce() async throws {
        try await withDataFolder { folder in
            await withTaskGroup { group in
                for number in 1...6 {
                    group.addTask {
                        await #expect(processExitsWith: .success) { [folder = folder as URL, number = number as Int] in
                            // On a busy disk, five synchronized writes before this one can take longer than an app waits.
                            let database = try await SQLiteDatabase.openWithItems(
                                in: folder, busyTimeout: .seconds(60))
                            try await SQLiteAuthSessionStore(database).save(.fixture(userID: "u-\(number)"))
                            try await database.close()
                        }
                    }
                }
            }
            let database = try await SQLiteDatabase.openWithItems(in: folder)
            #expect(try await SQLiteAuthSessionStore(database).load() != nil)
            try await database.close()
        }
    }
}

extension NewOutboxEntry {
    fileprivate static func fixture(_ id: String) throws -> NewOutboxEntry {
        NewOutboxEntry(
            id: id, owner: .account(try .fixture()), lane: id, kind: "kind", version: 1, payload: Data(id.utf8),
            createdAt: Date(timeIntervalSince1970: 0))
    }
}
