import ContractSuites
import Foundation
import GRDB
import TestSupport
import Testing
import Transfers

@testable import SQLitePersistence

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
            let added = try await SQLiteTransferStore(one).add(source, to: URL(filePath: "/data/a"), of: "ada")
            #expect(try await SQLiteTransferStore(other).transfers() == [added])
            _ = try await SQLiteTransferStore(other).remove(id: added.id)
            try await one.close()
            try await other.close()
            let next = try await SQLiteDatabase.open(in: folder)
            let second = try await SQLiteTransferStore(next).add(source, to: URL(filePath: "/data/a"), of: "ada")
            #expect(second.id > added.id)
            try await next.close()
        }
    }

    /// Downloads every file at once.
    private struct FinishedDownloads: QueuedDownloading {
        func download(
            _ transfer: QueuedTransfer, progress: ProgressFeed
        ) async throws(TransferFailure) -> DownloadedFile {
            DownloadedFile(url: transfer.file, length: 1, digest: nil)
        }
    }

    @Test(
        "a damaged row is named, blocks no other transfer, and can be removed",
        arguments: ["state = 'running'", "state = 'done'", "state = 'failed'", "source = ''"])
    func damage(change: String) async throws {
        try await withDatabase { database in
            let store = SQLiteTransferStore(database)
            let source = try #require(URL(string: "https://example.com/a"))
            let damaged = try await store.add(source, to: URL(filePath: "/data/a"), of: nil).id
            let other = try await store.add(source, to: URL(filePath: "/data/b"), of: nil)
            try await database.write { try $0.execute(sql: "UPDATE transfers SET \(change) WHERE id = \(damaged)") }
            #expect(try await store.transfers() == [other])
            #expect(try await store.damaged() == [damaged])
            await #expect(throws: TransferQueueError.damaged(id: damaged)) { try await store.transfer(id: damaged) }
            await #expect(throws: TransferQueueError.damaged(id: damaged)) {
                try await store.apply(.resume, to: damaged)
            }

            let downloads = FinishedDownloads()
            let queue = DownloadQueue(store: store, downloads: downloads, lock: nil, time: ManualClock())
            #expect(try await queue.run(progress: nil).map(\.transfer.id) == [other.id])
            try await queue.remove(damaged)
            #expect(try await store.damaged() == [])
            await #expect(throws: TransferQueueError.unknown(id: damaged)) { try await queue.remove(damaged) }
        }
    }
}
