public import Foundation
import GRDB
public import Persistence

/// What an examination of a database file has found. The examination creates, migrates and changes nothing.
public struct DatabaseReport: Sendable, Equatable {
    public let file: URL
    public let finding: Finding
    /// How many changes the outbox has; `nil` if the file has no outbox, or can't be read.
    public let outbox: Outbox?

    public enum Finding: Sendable, Equatable {
        case missing
        /// The file can be opened. The next opening runs the schema steps that are still missing.
        case usable(steps: Int, of: Int)
        /// A store from before the first version of the schema, or a cache of a newer one. The next opening begins with an
        /// empty file: it renames the store, and deletes the cache.
        case old
        /// The first fault that SQLite has found. The next opening does the same as for ``old``.
        case damaged(String)
        case unusable(StoreError)
    }

    /// The changes of all accounts.
    public struct Outbox: Sendable, Equatable {
        public let waiting: Int
        /// The server has refused them.
        public let parked: Int
    }

    /// Examines the store in `folder` and its cache, in this order.
    ///
    /// - Parameters:
    ///   - cache: the folder of the cache; `nil` for `folder`.
    ///   - isDeep: whether to compare indexes with their tables too, which takes several times as long.
    @concurrent
    public static func examine(in folder: URL, cache: URL? = nil, isDeep: Bool) async -> [DatabaseReport] {
        [(folder, SQLiteDatabase.fileName, Schema.store), (cache ?? folder, SQLiteDatabase.cacheFileName, .cache)].map {
            examine($0.appending(path: $1, directoryHint: .notDirectory), schema: $2, isDeep: isDeep)
        }
    }

    /// Reads the file again if another process has changed it in the meantime, because what was read may be a mixture.
    static func examine(_ file: URL, schema: Schema, isDeep: Bool) -> DatabaseReport {
        let stamp = Stamp(of: file)
        let report = DatabaseReport(file, schema, isDeep)
        return stamp == Stamp(of: file) ? report : DatabaseReport(file, schema, isDeep)
    }

    private init(_ file: URL, _ schema: Schema, _ isDeep: Bool) {
        self.file = file
        do {
            (finding, outbox) = try Self.read(file, schema, isDeep)
        } catch let error as DatabaseError where StoreError(error, path: file.path) == .corrupt(path: file.path) {
            (finding, outbox) = (.damaged(error.message ?? "not a database"), nil)
        } catch {
            (finding, outbox) = (.unusable(StoreError(error, path: file.path)), nil)
        }
    }

    private static func read(_ file: URL, _ schema: Schema, _ isDeep: Bool) throws -> (Finding, Outbox?) {
        guard let stamp = Stamp(of: file) else { return (.missing, nil) }
        guard stamp.isRegular, access(file.path, R_OK | W_OK) == 0 else {
            throw StoreError.notWritable(path: file.path)
        }
        if stamp.size == 0 { return (.usable(steps: 0, of: schema.steps.count), nil) }
        // Even a connection that only reads creates the two files of the write-ahead log if they are missing. Without
        // a log, nothing writes to the file, so that it can be read as one that never changes.
        let path = stamp.hasLog ? file.path : file.absoluteString + "?immutable=1"
        let queue = try ConnectionSettings(busyTimeout: .seconds(5), isDurable: true).openForReading(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            if let damage = try Inspection.damage(in: db, isDeep: isDeep) { return (.damaged(damage), nil) }
            if try schema.hasPrereleaseSteps(in: db) { return (.old, nil) }
            if try schema.isOlder(than: db) {
                if file.lastPathComponent == SQLiteDatabase.cacheFileName { return (.old, nil) }
                throw StoreError.newerSchema(path: file.path)
            }
            return (.usable(steps: try schema.takenSteps(in: db).count, of: schema.steps.count), try outbox(in: db))
        }
    }

    private static func outbox(in db: Database) throws -> Outbox? {
        guard try db.tableExists("outbox") else { return nil }
        let parked = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM outbox WHERE state = 'parked'") ?? 0
        let all = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM outbox") ?? 0
        return Outbox(waiting: all - parked, parked: parked)
    }

    /// What changes when another process writes to a file.
    private struct Stamp: Equatable {
        let isRegular: Bool
        let size: Int
        let modified: Date?
        let hasLog: Bool

        /// `nil` for a missing file.
        init?(of file: URL) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else { return nil }
            isRegular = attributes[.type] as? FileAttributeType == .typeRegular
            size = attributes[.size] as? Int ?? 0
            modified = attributes[.modificationDate] as? Date
            hasLog = FileManager.default.fileExists(atPath: file.path + "-wal")
        }
    }
}

/// A version of the SQLite library.
public struct SQLiteVersion: Sendable, Equatable, CustomStringConvertible {
    private let parts: [Int]

    /// Parses a version such as `3.51.3`.
    public init?(_ text: String) {
        parts = text.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 3 else { return nil }
    }

    /// The library that this process uses.
    public static var inUse: SQLiteVersion? {
        let text = try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
        return text.flatMap { SQLiteVersion($0) }
    }

    public var description: String { parts.map(String.init).joined(separator: ".") }

    /// Whether a commit can get lost if two processes write to a file and move its log into it at the same time: the
    /// WAL-reset bug of all versions since the write-ahead log (https://sqlite.org/wal.html, section 11).
    public var canLoseCommits: Bool {
        let repaired = [[3, 44]: 6, [3, 50]: 7][Array(parts.prefix(2))]
        if let repaired, parts[2] >= repaired { return false }
        return !parts.lexicographicallyPrecedes([3, 7, 0]) && parts.lexicographicallyPrecedes([3, 51, 3])
    }
}
