public import Foundation
import GRDB
public import Persistence

/// One database file in a data folder, which the SQLite stores share.
///
/// Nothing here blocks its caller: opening and closing run on the concurrent executor, reads and writes on GRDB's own
/// queues. Reads go on beside one write (write-ahead log), other processes on the same file included. A commit returns
/// when it would survive a loss of power.
public final class SQLiteDatabase: Sendable {
    /// The database's name within its folder. SQLite keeps a `-wal` and a `-shm` file beside it while it is open.
    public static let fileName = "store.sqlite"

    let pool: DatabasePool

    private init(pool: DatabasePool) {
        self.pool = pool
    }

    /// Where the data lies: what a backup copies (together with `-wal`, unless ``close()`` came first).
    public var fileURL: URL { URL(filePath: pool.path) }

    /// Opens the database in `folder`, or creates both: a new folder is 0700, the file and what SQLite puts beside it
    /// 0600. The mode of a folder that exists is its owner's business and left alone.
    ///
    /// The file is inspected before anything is written to it, which reads it once: about a millisecond for each MB.
    ///
    /// - Parameter busyTimeout: how long one operation waits for another process before ``StoreError/busy(path:)``.
    public static func open(
        in folder: URL, busyTimeout: Duration = .seconds(5)
    ) async throws(StoreError) -> SQLiteDatabase {
        try await open(in: folder, busyTimeout: busyTimeout, schema: .current)
    }

    /// - Parameter schema: tests give others, to see a step fail or a newer version's file come back.
    @concurrent
    static func open(
        in folder: URL, busyTimeout: Duration = .seconds(5), schema: Schema
    ) async throws(StoreError) -> SQLiteDatabase {
        if Task.isCancelled { throw .cancelled }
        let file = folder.appending(path: fileName, directoryHint: .notDirectory)
        try DatabaseFile(url: file).create()
        let connection = ConnectionSettings(busyTimeout: busyTimeout)
        do {
            try Inspection(path: file.path, settings: connection).refuseUnusableFile(schema: schema)
            let pool = try connection.openPool(path: file.path)
            do { try schema.migrate(pool) } catch { throw StoreError.migrationFailure(error, path: file.path) }
            return SQLiteDatabase(pool: pool)
        } catch {
            throw StoreError(error, path: file.path)
        }
    }

    /// Finishes what runs, writes the log back into the file and closes it; whatever is asked afterwards fails. A
    /// database that is merely released closes too, but tells nobody whether that worked.
    @concurrent
    public func close() async throws(StoreError) {
        // Only a writer that closes last writes the log back, and GRDB closes it first. So the readers go before.
        pool.releaseMemory()
        do { try pool.close() } catch { throw StoreError(error, path: pool.path) }
    }

    /// One consistent view of the data.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
        do { return try await pool.read(body) } catch { throw StoreError(error, path: pool.path) }
    }

    /// One transaction: it is rolled back whole if `body` throws or the task is cancelled before its commit.
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
        do { return try await pool.write(body) } catch { throw StoreError(error, path: pool.path) }
    }

    /// One transaction, after which what it deleted is nowhere in the files: pages are zeroed when they are freed, but
    /// the log keeps their older versions until it is written back and emptied.
    func writeWithoutTrace<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value?
    ) async throws(StoreError) -> Value? {
        do {
            return try await pool.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction {
                    value = try body(db)
                    return .commit
                }
                // The deletion stands. Where another process still reads the log, it is emptied later.
                _ = try? db.checkpoint(.truncate)
                return value
            }
        } catch {
            throw StoreError(error, path: pool.path)
        }
    }
}
