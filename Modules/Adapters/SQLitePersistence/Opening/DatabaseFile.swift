import Files
import Foundation
import GRDB
import Persistence
import Primitives

/// Creates the database file before SQLite opens it, so that only its owner can ever read it.
///
/// SQLite itself would apply only the process's umask. The `-wal` and `-shm` files get the mode of the database file.
struct DatabaseFile {
    let url: URL

    /// Creates the folder and an empty file if they are missing. Makes an existing file accessible to its owner only.
    func create() throws(StoreError) {
        try createFolder(url.deletingLastPathComponent())
        // A file that exists must not be opened here: closing any descriptor of it would drop the locks that SQLite holds
        // on it elsewhere in this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
        do throws(FileError) {
            try PosixFile.create(url.path)
        } catch {
            guard error.kind == .exists else { throw Self.error(error, path: url.path) }
            return try restrictToOwner()
        }
        // Otherwise a new file does not survive a loss of power. SQLite does the same for files that it creates. An
        // error is ignored, because some file systems don't support it.
        try? PosixFile.synchronizeFolder(of: url.path)
    }

    /// The file that occupies the reserved space.
    private var reserve: String { url.path + "-reserve" }

    /// A transaction that changes one row writes each changed page to the log: a few pages of 4 KiB.
    private static var reservedBytes: Int { 128 * 1024 }

    func reserveSpace() throws(StoreError) {
        var status = stat()
        // After a refresh that failed, the space is still reserved.
        if stat(reserve, &status) == 0, status.st_size == Self.reservedBytes { return }
        do throws(FileError) {
            try PosixFile.reserve(bytes: Self.reservedBytes, at: reserve)
        } catch {
            throw Self.error(error, path: url.path)
        }
    }

    func releaseSpace() {
        try? PosixFile.erase(reserve)
    }

    /// The file that keeps a refreshed credential until the database has it.
    private var answer: String { url.path + "-answer" }

    /// Writes into the reserved space. What remains of it becomes free.
    func keepAnswer(_ content: Data) throws(StoreError) {
        do throws(FileError) {
            try PosixFile.replace(answer, with: content, draft: reserve, isReserved: true)
        } catch {
            throw Self.error(error, path: url.path)
        }
    }

    /// The answer that the database may not have yet; `nil` if there is none.
    func keptAnswer() throws(StoreError) -> Data? {
        do throws(FileError) {
            return try PosixFile.content(of: answer)
        } catch {
            if error.kind == .missing { return nil }
            throw Self.error(error, path: answer)
        }
    }

    func forgetAnswer() {
        try? PosixFile.erase(answer)
    }

    /// Acquires the lock. Fails if another process holds it.
    func lock() throws(StoreError) -> FileLock {
        do throws(FileError) { return try FileLock(url.path + "-lock") } catch {
            throw Self.error(error, path: url.path)
        }
    }

    /// Waits for the lock that every write holds. It blocks the thread.
    func lockForWriting(waiting timeout: Duration) throws(StoreError) -> FileLock {
        do throws(FileError) { return try FileLock(url.path + "-writer", waiting: timeout) } catch {
            throw Self.error(error, path: url.path)
        }
    }

    /// Renames the file, so that nothing reads half of it and nothing is lost. No connection may be open.
    func setAside(as reason: SQLiteDatabase.SetAside.Reason) throws -> URL {
        let folder = url.deletingLastPathComponent()
        let name = url.deletingPathExtension().lastPathComponent
        for number in 1... {
            let other = folder.appending(path: "\(name)-\(reason)-\(number).sqlite", directoryHint: .notDirectory)
            // Unlike rename, link does not replace a file.
            if link(url.path, other.path) == 0 {
                // The log belongs to the renamed file. A new file must not find it.
                if rename(url.path + "-wal", other.path + "-wal") != 0, errno != ENOENT { break }
                try PosixFile.erase(url.path)
                try PosixFile.erase(url.path + "-shm")
                try? PosixFile.synchronizeFolder(of: url.path)
                return other
            }
            guard errno == EEXIST else { break }
        }
        throw Self.error(FileError(errno), path: url.path)
    }

    func isSameFile(as other: URL) -> Bool {
        var (one, two) = (stat(), stat())
        return stat(url.path, &one) == 0 && stat(other.path, &two) == 0 && one.st_dev == two.st_dev
            && one.st_ino == two.st_ino
    }

    /// Deletes the files that ``setAside(as:)`` has renamed. A file that can't be deleted now is deleted the next time.
    func deleteSetAside() {
        for file in allSetAside {
            for suffix in ["", "-wal", "-shm"] { try? PosixFile.erase(file.path + suffix) }
        }
    }

    /// The files that ``setAside(as:)`` has renamed so far.
    var allSetAside: [URL] {
        let name = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.wholeMatch(of: /(.+)-(old|damaged)-[0-9]+\.sqlite/)?.1 == name[...] }
            .map { folder.appending(path: $0, directoryHint: .notDirectory) }
    }

    private func createFolder(_ folder: URL) throws(StoreError) {
        if mkdir(folder.path, 0o700) == 0 { return }
        let error = FileError(errno)
        let parent = folder.deletingLastPathComponent()
        // If it is a file instead of a folder, creating the database in it fails.
        if error.kind == .exists { return }
        guard error.number == ENOENT, parent.path != folder.path else { throw Self.error(error, path: folder.path) }
        try createFolder(parent)
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
            throw Self.error(FileError(errno), path: folder.path)
        }
    }

    private func restrictToOwner() throws(StoreError) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { throw Self.error(FileError(errno), path: url.path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notWritable(path: url.path) }
        if status.st_mode & 0o077 != 0, chmod(url.path, 0o600) != 0 {
            throw Self.error(FileError(errno), path: url.path)
        }
        if access(url.path, R_OK | W_OK) != 0 { throw Self.error(FileError(errno), path: url.path) }
    }

    private static func error(_ error: FileError, path: String) -> StoreError {
        switch error.kind {
        case .notPermitted, .missing, .folder: .notWritable(path: path)
        case .full: .full(path: path)
        case .locked: .busy(path: path)
        case .exists, .other: .failed(reason: "\(path): \(error)")
        }
    }
}

/// Checks a file through a read-only connection before it is opened for writing.
///
/// A writable connection starts the write-ahead log at once, which changes the file. But a file that is damaged or has
/// a newer schema must stay unchanged.
struct Inspection {
    let path: String
    let settings: ConnectionSettings

    /// Why the file can't be used; `nil` if it can. Throws for a store that has taken steps of a newer version.
    func reasonToSetAside(schema: Schema) throws -> SQLiteDatabase.SetAside.Reason? {
        if try isEmpty { return nil }
        do {
            let queue = try settings.openForReading(path: path)
            let reason = try queue.read { db -> SQLiteDatabase.SetAside.Reason? in
                // Otherwise damage in a page that is rarely read would appear in the middle of a write.
                if try Self.damage(in: db) != nil { return .damaged }
                if try schema.hasPrereleaseSteps(in: db) { return .old }
                guard try schema.isOlder(than: db) else { return nil }
                // What is in a cache can be fetched again.
                if settings.isDurable { throw StoreError.newerSchema(path: path) }
                return .old
            }
            try queue.close()
            return reason
        } catch {
            guard case .corrupt = StoreError(error, path: path) else { throw error }
            return .damaged
        }
    }

    /// The first damage that SQLite finds; `nil` if there is none.
    ///
    /// - Parameter isDeep: whether to compare indexes with their tables too.
    static func damage(in db: Database, isDeep: Bool = false) throws -> String? {
        let sql = isDeep ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)"
        let result = try String.fetchOne(db, sql: sql) ?? "The check has no result."
        return result == "ok" ? nil : result
    }

    /// Renames a file that can't be used, and creates an empty one in its place. Returns `nil` if the file can be used,
    /// even if only because another process has just replaced it. A cache is deleted instead, without a report.
    func setAsideIfUnusable(schema: Schema) throws -> SQLiteDatabase.SetAside? {
        guard try reasonToSetAside(schema: schema) != nil else { return nil }
        let file = DatabaseFile(url: URL(filePath: path))
        // One process at a time, so that none renames the new file of another.
        let lock = try file.lock()
        guard let reason = try reasonToSetAside(schema: schema) else { return nil }
        // The log of a damaged file is renamed with it.
        if reason == .old { try settings.closeLog(path: path) }
        let other = try file.setAside(as: reason)
        try file.create()
        // A cache is filled again, and a logout must leave no records behind.
        if !settings.isDurable { file.deleteSetAside() }
        _ = consume lock
        return settings.isDurable ? SQLiteDatabase.SetAside(file: other, reason: reason) : nil
    }

    /// SQLite accepts an empty file as a database without tables.
    private var isEmpty: Bool {
        get throws {
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0
        }
    }
}

/// The settings of every connection to the file.
struct ConnectionSettings: Sendable {
    let busyTimeout: Duration
    let isDurable: Bool

    /// Opens a writer and its readers. ``Inspection`` must have accepted the file before.
    func openPool(path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        if !isDurable { return pool }
        try pool.writeWithoutTransaction { db in
            // The pool sets NORMAL when it starts the write-ahead log: a commit then survives a crash of the process,
            // but not of the machine. The stores must survive both. `prepareDatabase` would run too early to set it
            // back.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        return pool
    }

    /// Writes the log of a file back and removes it. Fails if another connection is open.
    func closeLog(path: String) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
    }

    /// Erases the tokens of every earlier schema from a file that was set aside.
    func eraseTokens(path: String) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            for table in ["auth_session", "sign_in"] where try db.tableExists(table) {
                try db.execute(sql: "DELETE FROM \(table)")
            }
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try queue.close()
    }

    /// Erases all records of a cache that is not used any more. Processes that still have it open read it as empty.
    func eraseRecords(path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            guard try db.tableExists("lists"), try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM lists)") == true
            else { return }
            try db.inTransaction(.immediate) {
                try db.execute(sql: "DELETE FROM records; DELETE FROM lists;")
                return .commit
            }
            _ = try? db.checkpoint(.truncate)
        }
        try queue.close()
    }

    /// Opens a connection that can't change the file.
    func openForReading(path: String) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Notifies `feed` whenever any connection of any process has changed the file, until the task is cancelled.
    ///
    /// `data_version` counts the commits of other connections, so this connection is used for nothing else. While the
    /// file can't be read, there are no notices; the operations report the error.
    func watch(_ path: String, for feed: ChangeFeed, time: any TimeSource) async {
        while !Task.isCancelled {
            do {
                let queue = try openForReading(path: path)
                var last: Int?
                while true {
                    let version = try await queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
                    // Also the first time: a change may have come before the first version was read.
                    if version != last { feed.notify() }
                    last = version
                    try await time.sleep(for: .milliseconds(50))
                }
            } catch {
                do { try await time.sleep(for: .seconds(1)) } catch { return }
            }
        }
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "SQLiteDatabase"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        // Statement arguments include tokens, which must not appear in the text of errors.
        configuration.publicStatementArguments = false
        configuration.prepareDatabase { db in
            // Deleted and replaced values are overwritten with zeros, so that free pages contain no old tokens.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // On Apple platforms fsync leaves data in the drive's cache; elsewhere this does nothing.
            try db.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }
}
