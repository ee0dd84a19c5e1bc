public import Foundation
import GRDB
public import Persistence
public import Primitives

/// One database file in a data folder, which the SQLite stores share.
///
/// No method blocks its caller: opening and closing run on the concurrent executor, reads and writes on GRDB's own
/// queues. Reads can run during a write (write-ahead log), including writes of other processes. A write to the store
/// returns once it survives a loss of power. A write to the cache may be lost, because its data can be fetched again.
public final class SQLiteDatabase: Sendable {
    /// The name of the store in its folder. While it is open, SQLite has a `-wal` and a `-shm` file beside it.
    public static let fileName = "store.sqlite"
    /// The name of the cache in its folder.
    public static let cacheFileName = "cache.sqlite"

    let pool: DatabasePool
    private let connection: ConnectionSettings
    /// The steps of this version's schema. All of them were taken when the file was opened.
    private let schema: Schema
    /// The file that could not be used, which this opening has renamed; `nil` if there was none.
    public let setAside: SetAside?
    /// Notifies observers of the writes of this and every other process.
    let feed: ChangeFeed

    /// A file that was renamed, so that nothing in it is lost, and replaced by an empty one.
    public struct SetAside: Sendable, Hashable {
        /// The file's new name.
        public let file: URL
        public let reason: Reason

        public enum Reason: String, Sendable {
            /// It has a schema from before the first version.
            case old
            case damaged
        }
    }

    private init(
        pool: DatabasePool, schema: Schema, setAside: SetAside?, connection: ConnectionSettings, time: any TimeSource
    ) {
        self.pool = pool
        self.schema = schema
        self.setAside = setAside
        self.connection = connection
        let path = pool.path
        feed = ChangeFeed { feed in await connection.watch(path, for: feed, time: time) }
    }

    /// The database file. For a backup, copy it after ``close()``, or together with the `-wal` file.
    public var fileURL: URL { URL(filePath: pool.path) }

    /// Opens the store in `folder`, and creates both if they are missing.
    ///
    /// A new folder gets mode 0700, the database files get 0600. The mode of an existing folder is not changed. The
    /// whole file is checked before the first write, which takes about 1 ms per MB. A damaged file is renamed
    /// (``setAside``), and the store begins empty.
    ///
    /// - Parameters:
    ///   - busyTimeout: how long an operation waits for another process before it throws `StoreError.busy(path:)`.
    ///   - time: measures the pauses after which observers look for the writes of other processes.
    public static func open(
        in folder: URL, busyTimeout: Duration = .seconds(5), time: any TimeSource = SystemTimeSource()
    ) async throws(StoreError) -> SQLiteDatabase {
        try await open(in: folder, busyTimeout: busyTimeout, time: time, schema: .store)
    }

    /// Opens the cache of an open store. The records of the cache depend on the sessions in the store, so close the
    /// cache first.
    ///
    /// A damaged cache is deleted and begins empty, and so is one of a newer version that no process has open. Records
    /// whose account the store does not have are deleted.
    ///
    /// - Parameter folder: `nil` for the store's folder. If another folder is named, the records in the store's folder are
    ///   deleted, because no logout would remove them any more.
    @concurrent
    public static func openCache(
        in folder: URL? = nil, beside store: SQLiteDatabase, busyTimeout: Duration = .seconds(5),
        time: any TimeSource = SystemTimeSource()
    ) async throws(StoreError) -> SQLiteDatabase {
        let usual = store.fileURL.deletingLastPathComponent()
        let cache = try await open(
            in: folder ?? usual, named: cacheFileName, busyTimeout: busyTimeout, time: time, schema: .cache,
            isDurable: false)
        do {
            let path = store.fileURL.path
            try await cache.pool.writeWithoutTransaction { db in
                try db.execute(sql: "ATTACH DATABASE ? AS store", arguments: [path])
                // If that fails, the next opening does it. Nothing is stored for such an account meanwhile.
                try? deleteForeignRecords(db)
            }
        } catch {
            throw StoreError(error, path: cache.pool.path)
        }
        if folder != nil {
            let other = usual.appending(path: cacheFileName, directoryHint: .notDirectory)
            if !DatabaseFile(url: other).isSameFile(as: cache.fileURL) {
                try? cache.connection.eraseRecords(path: other.path)
                DatabaseFile(url: other).deleteSetAside()
            }
        }
        return cache
    }

    /// Deletes the records of accounts that the attached store does not have.
    private static func deleteForeignRecords(_ db: Database) throws {
        let isForeign = """
            user_id <> '' AND NOT EXISTS (SELECT 1 FROM store.accounts AS account
            WHERE account.server = main.lists.server AND account.user_id = main.lists.user_id)
            """
        // Reads first, because even a deletion of nothing would wait for other writers.
        let query = "SELECT EXISTS (SELECT 1 FROM main.lists WHERE \(isForeign))"
        guard try Bool.fetchOne(db, sql: query) == true else { return }
        try db.inTransaction(.immediate) {
            try db.execute(
                sql: """
                    DELETE FROM main.records WHERE (server, user_id, kind) IN
                        (SELECT server, user_id, kind FROM main.lists WHERE \(isForeign));
                    DELETE FROM main.lists WHERE \(isForeign);
                    """)
            return .commit
        }
        _ = try? db.checkpoint(.truncate)
    }

    /// - Parameter schema: tests pass other schemas, for steps that fail and for files of newer versions.
    @concurrent
    static func open(
        in folder: URL, named name: String = fileName, busyTimeout: Duration = .seconds(5),
        time: any TimeSource = SystemTimeSource(), schema: Schema, isDurable: Bool = true
    ) async throws(StoreError) -> SQLiteDatabase {
        if Task.isCancelled { throw .cancelled }
        let file = folder.appending(path: name, directoryHint: .notDirectory)
        try DatabaseFile(url: file).create()
        let connection = ConnectionSettings(busyTimeout: busyTimeout, isDurable: isDurable)
        let inspection = Inspection(path: file.path, settings: connection)
        do {
            let setAside = try inspection.setAsideIfUnusable(schema: schema)
            // Opening and migrating write too.
            let lock = isDurable ? try DatabaseFile(url: file).lockForWriting(waiting: busyTimeout) : nil
            let pool = try connection.openPool(path: file.path)
            do { try schema.migrate(pool) } catch { throw StoreError.migrationFailure(error, path: file.path) }
            _ = consume lock
            return SQLiteDatabase(pool: pool, schema: schema, setAside: setAside, connection: connection, time: time)
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

    /// Writes a refreshed credential into the reserved space, before a transaction that may find no space.
    @concurrent
    func keepAnswer(_ content: Data) async throws(StoreError) {
        try DatabaseFile(url: fileURL).keepAnswer(content)
    }

    /// The refreshed credential that no transaction may have stored yet.
    func keptAnswer() throws(StoreError) -> Data? { try DatabaseFile(url: fileURL).keptAnswer() }

    @concurrent
    func forgetAnswer() async {
        DatabaseFile(url: fileURL).forgetAnswer()
    }

    /// Erases the tokens in files that could not be used (``setAside``), as far as SQLite can read them.
    @concurrent
    func eraseSetAsideTokens() async {
        for file in DatabaseFile(url: fileURL).allSetAside { try? connection.eraseTokens(path: file.path) }
    }

    /// Runs `body` on one consistent view of the data.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
        do {
            return try await pool.read { db in
                try refuseIfMigrated(db)
                return try body(db)
            }
        } catch {
            throw StoreError(error, path: pool.path)
        }
    }

    /// Throws if a newer version of the app has migrated the file since this process has opened it.
    ///
    /// Within a transaction, so that no migration comes between this check and the last statement.
    private func refuseIfMigrated(_ db: Database) throws {
        if try schema.isOutdated(in: db) { throw StoreError.newerSchema(path: pool.path) }
    }

    /// Throws if a table has used the last number of its rows, which SQLite reports as a full disk
    /// (https://www.sqlite.org/autoinc.html).
    private func refuseIfNumbersAreUsed(_ db: Database) throws {
        let isUsed = try? Bool.fetchOne(db, sql: "SELECT max(seq) = 9223372036854775807 FROM sqlite_sequence")
        guard isUsed == true else { return }
        throw StoreError.failed(
            reason: "\(pool.path) has no number left for a new row. Move it away to start with an empty one.")
    }

    /// Runs `body` in one transaction, which is rolled back if `body` throws or the task is cancelled before the
    /// commit.
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
        try await writeAlone(body)
    }

    /// Runs `body` in one transaction, and then `end`. Meanwhile no other connection writes, and no other process runs
    /// a checkpoint.
    ///
    /// SQLite itself keeps other connections from writing. But up to version 3.51.2, a checkpoint that runs beside
    /// another process's write can lose that write (https://www.sqlite.org/wal.html#walresetbug). The cache needs no
    /// such protection.
    private func writeAlone<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value, then end: @Sendable (Database) -> Void = { _ in }
    ) async throws(StoreError) -> Value {
        let (connection, file) = (connection, DatabaseFile(url: fileURL))
        do {
            return try await pool.writeWithoutTransaction { db in
                // Acquired on the writer's own thread, where SQLite waits for other processes too.
                let lock = connection.isDurable ? try file.lockForWriting(waiting: connection.busyTimeout) : nil
                var value: Value?
                do {
                    try db.inTransaction {
                        try refuseIfMigrated(db)
                        value = try body(db)
                        return .commit
                    }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                    try refuseIfNumbersAreUsed(db)
                    throw error
                }
                end(db)
                _ = consume lock
                guard let value else { throw StoreError.failed(reason: "The transaction has no result.") }
                return value
            }
        } catch {
            throw StoreError(error, path: pool.path)
        }
    }

    /// Runs `body` in one transaction that locks only the files that it writes to. `body` must write first: a transaction
    /// that has read can't begin to write after another one.
    func writeWithoutLockingOthers<Value: Sendable>(
        _ body: @Sendable (Database) throws -> (Database.TransactionCompletion, Value)
    ) async throws(StoreError) -> Value {
        do {
            return try await pool.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.deferred) {
                    let (completion, result) = try body(db)
                    try refuseIfMigrated(db)
                    value = result
                    return completion
                }
                guard let value else { throw StoreError.failed(reason: "The transaction has no result.") }
                return value
            }
        } catch {
            throw StoreError(error, path: pool.path)
        }
    }

    /// Runs `body` in one transaction and then empties the log, so that deleted values are nowhere in the files. Freed
    /// pages are overwritten with zeros anyway, but the log has their older versions.
    func writeWithoutTrace<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value?
    ) async throws(StoreError) -> Value? {
        // The deletion is committed. If another process still reads the log, it is emptied later.
        try await writeAlone(body) { db in _ = try? db.checkpoint(.truncate) }
    }
}

/// Prints only the path of a database. Swift would print all stored properties, of a store on the database too, and GRDB
/// caches statements with their last arguments, which include tokens.
extension SQLiteDatabase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SQLiteDatabase at \(fileURL.path)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
