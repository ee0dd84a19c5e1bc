public import Foundation
import GRDB
public import Persistence

/// One database file in a data folder, which the SQLite stores share.
///
/// No method blocks its caller: opening and closing run on the concurrent executor, reads and writes on GRDB's own
/// queues. Reads can run during a write (write-ahead log), including writes of other processes. A write returns once it
/// survives a loss of power.
public final class SQLiteDatabase: Sendable {
    /// The name of the database file in its folder. While it is open, SQLite has a `-wal` and a `-shm` file beside it.
    public static let fileName = "store.sqlite"

    let pool: DatabasePool
    /// The file of a schema before the first version, which this opening has renamed; `nil` if there was none.
    public let setAside: URL?

    private init(pool: DatabasePool, setAside: URL?) {
        self.pool = pool
        self.setAside = setAside
    }

    /// The database file. For a backup, copy it after ``close()``, or together with the `-wal` file.
    public var fileURL: URL { URL(filePath: pool.path) }

    /// Opens the database in `folder`, and creates both if they are missing.
    ///
    /// A new folder gets mode 0700, the database files get 0600. The mode of an existing folder is not changed. The
    /// whole file is checked before the first write, which takes about 1 ms per MB.
    ///
    /// - Parameter busyTimeout: how long an operation waits for another process before it throws
    ///   `StoreError.busy(path:)`.
    public static func open(
        in folder: URL, busyTimeout: Duration = .seconds(5)
    ) async throws(StoreError) -> SQLiteDatabase {
        try await open(in: folder, busyTimeout: busyTimeout, schema: .current)
    }

    /// - Parameter schema: tests pass others, for steps that fail and for files of newer versions.
    @concurrent
    static func open(
        in folder: URL, busyTimeout: Duration = .seconds(5), schema: Schema
    ) async throws(StoreError) -> SQLiteDatabase {
        if Task.isCancelled { throw .cancelled }
        let file = folder.appending(path: fileName, directoryHint: .notDirectory)
        try DatabaseFile(url: file).create()
        let connection = ConnectionSettings(busyTimeout: busyTimeout)
        let inspection = Inspection(path: file.path, settings: connection)
        do {
            let isEarlier = try inspection.isOfEarlierSchema(than: schema)
            let setAside = isEarlier ? try inspection.setAside(schema: schema) : nil
            let pool = try connection.openPool(path: file.path)
            do { try schema.migrate(pool) } catch { throw StoreError.migrationFailure(error, path: file.path) }
            return SQLiteDatabase(pool: pool, setAside: setAside)
        } catch {
            throw StoreError(error, path: file.path)
        }
    }

    /// Finishes running operations, writes the log back into the file and closes it. Later operations fail.
    ///
    /// A database that is released without a call of this method closes too, but reports no errors.
    @concurrent
    public func close() async throws(StoreError) {
        // A writer writes the log back only if it closes last, but GRDB closes it first. So close the readers before.
        pool.releaseMemory()
        do { try pool.close() } catch { throw StoreError(error, path: pool.path) }
    }

    /// Occupies disk space beside the database, which ``releaseSpace()`` makes available to a transaction.
    @concurrent
    func reserveSpace() async throws(StoreError) {
        try DatabaseFile(url: fileURL).reserveSpace()
    }

    @concurrent
    func releaseSpace() async {
        DatabaseFile(url: fileURL).releaseSpace()
    }

    /// Runs `body` on one consistent view of the data.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
        do { return try await pool.read(body) } catch { throw StoreError(error, path: pool.path) }
    }

    /// Runs `body` in one transaction, which is rolled back if `body` throws or the task is cancelled before the
    /// commit.
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
        do { return try await pool.write(body) } catch { throw StoreError(error, path: pool.path) }
    }

    /// Runs `body` in one transaction and then empties the log, so that deleted values are nowhere in the files. Freed
    /// pages are overwritten with zeros anyway, but the log has their older versions.
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
                // The deletion is committed. If another process still reads the log, it is emptied later.
                _ = try? db.checkpoint(.truncate)
                return value
            }
        } catch {
            throw StoreError(error, path: pool.path)
        }
    }
}

/// Prints only the path of a database. By reflection, the text of a database or of a store on it would include tokens,
/// because GRDB caches statements with their last arguments.
extension SQLiteDatabase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SQLiteDatabase at \(fileURL.path)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
