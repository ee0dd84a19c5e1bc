import Foundation
import GRDB
import GRDBSQLite
import Models
import Persistence
import Primitives
import SQLitePersistence

/// The stores of this machine, against the same statements through GRDB and through SQLite's C API. Each contender has
/// files of its own, with the same tables and settings.
struct StoreMeasure {
    private static let account = AccountID(server: "https://api.example.com", userID: .fixture)
    private static let list = RecordCollection("items", of: .account(account))
    private static let owner = DataOwner.account(account)

    /// Of the cache's list, of one write, and of a full outbox.
    private let rows: Int
    private let folder: URL

    init(rows: Int, folder: URL) {
        self.rows = rows
        self.folder = folder
    }

    func measures(repetitions: Int) async throws -> [Measure] {
        try await reads(repetitions) + [try await upsert(), try await append(repetitions / 4), try await drain()]
            + [try await head(repetitions)]
    }

    // MARK: The cache

    private static let oneRecord =
        "SELECT id, json, fetched_at FROM records WHERE server = ? AND user_id = ? AND kind = ? AND id = ?"
    private static let hundredRecords = """
        SELECT id, json, fetched_at FROM records
        WHERE server = ? AND user_id = ? AND kind = ? AND position >= ? AND position < ? ORDER BY position
        """

    private func reads(_ repetitions: Int) async throws -> [Measure] {
        let (records, rows) = (try await Files(folder, "reads", rows: rows).records, rows)
        let file = try await closed("reads-bare", SQLiteDatabase.cacheFileName)
        let pool = try DatabasePool(path: file.path)
        func measure(
            _ name: String, _ title: String, _ repetitions: Int, _ sql: String, finds size: Int,
            _ values: @escaping @Sendable (Int) -> [String],
            _ read: @escaping @Sendable (Int) async throws -> Int
        ) -> Measure {
            Measure(
                name, title, repetitions: repetitions,
                [
                    Contender("C API") { count in
                        let connection = try CConnection(file)
                        let statement = try connection.prepare(sql)
                        for number in 0..<count {
                            try Self.check(statement.records(Self.key + values(number).map(CValue.text)).count, size)
                        }
                    },
                    Contender("GRDB") { count in
                        for number in 0..<count {
                            let arguments = Self.arguments + StatementArguments(values(number))
                            let found = try await pool.read { db in
                                try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map(Self.record)
                            }
                            try Self.check(found.count, size)
                        }
                    },
                    Contender("RecordStorage") { count in
                        for number in 0..<count { try Self.check(try await read(number), size) }
                    },
                ])
        }
        return [
            measure(
                "storeRead", "Reading one of \(rows) records by its id", repetitions, Self.oneRecord, finds: 1
            ) {
                ["\($0 % rows)"]
            } _: {
                try await records.record("\($0 % rows)", of: Self.list) == nil ? 0 : 1
            },
            measure(
                "storeList", "Reading 100 of \(rows) records in their order", max(1, repetitions / 20),
                Self.hundredRecords, finds: 100
            ) {
                ["\($0 * 100 % rows)", "\($0 * 100 % rows + 100)"]
            } _: {
                let start = $0 * 100 % rows
                return try await records.list(start..<start + 100, of: Self.list)?.records.count ?? 0
            },
        ]
    }

    private func upsert() async throws -> Measure {
        let (records, rows) = (try await Files(folder, "upsert", rows: rows).records, rows)
        let (fileOfC, fileOfGRDB) = (
            try await closed("upsert-c", SQLiteDatabase.cacheFileName),
            try await closed("upsert-grdb", SQLiteDatabase.cacheFileName)
        )
        let pool = try DatabasePool(path: fileOfGRDB.path)
        let new = Self.records(rows)
        let sql = "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?, ?)"
        return Measure(
            "storeUpsert", "Replacing all \(rows) records in one transaction", repetitions: 1,
            [
                Contender("C API") { _ in
                    let connection = try CConnection(fileOfC)
                    let statement = try connection.prepare(sql)
                    try connection.execute("BEGIN IMMEDIATE")
                    for (position, record) in new.enumerated() {
                        statement.run(
                            Self.key + [.int(position), .text(record.id), .blob(record.json), .int(Self.now)])
                    }
                    try connection.execute("COMMIT")
                },
                Contender("GRDB") { _ in
                    try await pool.write { db in
                        let statement = try db.cachedStatement(sql: sql)
                        for (position, record) in new.enumerated() {
                            try statement.execute(
                                arguments: Self.arguments + [position, record.id, record.json, Self.now])
                        }
                    }
                },
                Contender("RecordStorage") { _ in
                    let revision = try await records.revision(of: Self.list)
                    try await records.save(
                        StoredList(new, total: rows, fetchedAt: Date()), at: 0..<rows, of: Self.list, ifStill: revision)
                },
            ])
    }

    // MARK: The outbox

    private static let insertion = """
        INSERT INTO outbox (id, server, user_id, lane, kind, version, payload, created_at, state, attempts)
        VALUES (?, 'https://api.example.com', 'u-1', ?, 'kind', 1, ?, 0, 'open', 0)
        """
    private static let head = "SELECT number, payload, created_at FROM outbox ORDER BY number LIMIT 1"
    private static let seal = """
        UPDATE outbox SET state = 'sealed', method = 'POST', path = '/x', body = ?, sealed_at = 0 WHERE number = ?
        """
    private static let removal = "DELETE FROM outbox WHERE number = ?"
    private static let payload = Data(repeating: 0x61, count: 200)

    private func append(_ repetitions: Int) async throws -> Measure {
        let (ours, fileOfC, fileOfGRDB) = try await outboxes("append")
        let (outbox, pool) = (ours.outbox, try Self.durablePool(fileOfGRDB))
        return Measure(
            "storeAppend", "Adding a change to the outbox, each synchronized", repetitions: max(1, repetitions),
            countsSynchronizations: true,
            [
                Contender("C API", prepare: { try Self.fill(fileOfC, 0) }) { count in
                    let connection = try CConnection(fileOfC, synchronous: "FULL")
                    let statement = try connection.prepare(Self.insertion)
                    for number in 0..<count {
                        statement.run([.text("\(number)"), .text("lane \(number)"), .blob(Self.payload)])
                    }
                },
                Contender("GRDB", prepare: { try Self.fill(fileOfGRDB, 0) }) { count in
                    for number in 0..<count {
                        try await pool.write { db in
                            try db.cachedStatement(sql: Self.insertion)
                                .execute(arguments: ["\(number)", "lane \(number)", Self.payload])
                        }
                    }
                },
                Contender("OutboxStore", prepare: { try Self.fill(ours.file, 0) }) { count in
                    for number in 0..<count {
                        let change = NewOutboxEntry(
                            id: "\(number)", owner: Self.owner, lane: "lane \(number)", kind: "kind", version: 1,
                            payload: Self.payload, createdAt: Date())
                        _ = try await outbox.add(change) { _ in .keepBoth }
                    }
                },
            ])
    }

    private func drain() async throws -> Measure {
        let (ours, fileOfC, fileOfGRDB) = try await outboxes("drain")
        let (outbox, pool, rows) = (ours.outbox, try Self.durablePool(fileOfGRDB), rows)
        return Measure(
            "storeDrain", "Reading, sealing and removing each of \(rows) changes", repetitions: rows,
            countsSynchronizations: true,
            [
                Contender("C API", prepare: { try Self.fill(fileOfC, rows) }) { count in
                    let connection = try CConnection(fileOfC, synchronous: "FULL")
                    let (head, seal, removal) = (
                        try connection.prepare(Self.head), try connection.prepare(Self.seal),
                        try connection.prepare(Self.removal)
                    )
                    for _ in 0..<count {
                        guard let found = head.records([]).first, let number = Int(found.id) else {
                            throw BenchmarkFailure("The outbox is empty.")
                        }
                        seal.run([.blob(found.json), .int(number)])
                        removal.run([.int(number)])
                    }
                },
                Contender("GRDB", prepare: { try Self.fill(fileOfGRDB, rows) }) { count in
                    for _ in 0..<count {
                        let found = try await pool.read { db in
                            try Row.fetchOne(db.cachedStatement(sql: Self.head)).map { ($0[0] as Int, $0[1] as Data) }
                        }
                        guard let (number, payload) = found else { throw BenchmarkFailure("The outbox is empty.") }
                        try await pool.write {
                            try $0.cachedStatement(sql: Self.seal).execute(arguments: [payload, number])
                        }
                        try await pool.write { try $0.cachedStatement(sql: Self.removal).execute(arguments: [number]) }
                    }
                },
                Contender("OutboxStore", prepare: { try Self.fill(ours.file, rows) }) { count in
                    for _ in 0..<count {
                        guard let entry = try await outbox.next(of: Self.owner, after: 0, at: Date()) else {
                            throw BenchmarkFailure("The outbox is empty.")
                        }
                        let request = SealedRequest(
                            method: "POST", path: "/x", contentType: nil, body: entry.payload, key: entry.id,
                            sealedAt: Date())
                        try await outbox.update(entry.id, of: Self.owner) { $0.sealed(request) }
                        try await outbox.update(entry.id, of: Self.owner) { _ in nil }
                    }
                },
            ])
    }

    private func head(_ repetitions: Int) async throws -> Measure {
        var contenders: [Contender] = []
        for count in [rows / 10, rows * 10] {
            let ours = try await Files(folder, "head-\(count)")
            try Self.fill(ours.file, count)
            let outbox = ours.outbox
            contenders.append(
                Contender("\(count) changes") { repetitions in
                    for _ in 0..<repetitions {
                        let entry = try await outbox.next(of: Self.owner, after: 0, at: Date())
                        try Self.check(entry == nil ? 0 : 1, 1)
                    }
                })
        }
        return Measure("storeHead", "Reading the next change of an outbox", repetitions: repetitions, contenders)
    }

    // MARK: Files

    /// A folder with an open store and cache. They close with the process.
    private struct Files {
        let file: URL
        let records: SQLiteRecordStorage
        let outbox: SQLiteOutboxStore
        let databases: [SQLiteDatabase]

        init(_ folder: URL, _ name: String, rows: Int = 0) async throws {
            let store = try await SQLiteDatabase.open(in: folder.appending(path: name), busyTimeout: .seconds(60))
            let cache = try await SQLiteDatabase.openCache(beside: store, busyTimeout: .seconds(60))
            try await SQLiteAuthSessionStore(store).save(
                AuthSession(
                    id: UUID(), server: account.server, userID: account.userID, role: .member,
                    credential: BearerCredential(
                        token: Secret("token"), refreshToken: nil, expiresAt: nil)))
            file = store.fileURL
            records = SQLiteRecordStorage(cache)
            outbox = SQLiteOutboxStore(store)
            databases = [cache, store]
            try await records.save(
                StoredList(StoreMeasure.records(rows), total: rows, fetchedAt: Date()), at: 0..<rows, of: list,
                ifStill: RecordRevision())
        }
    }

    /// A file with the same tables and rows, which is not open.
    private func closed(_ name: String, _ fileName: String) async throws -> URL {
        let files = try await Files(folder, name, rows: rows)
        for database in files.databases { try await database.close() }
        return files.file.deletingLastPathComponent().appending(path: fileName)
    }

    private func outboxes(_ name: String) async throws -> (ours: Files, ofC: URL, ofGRDB: URL) {
        (
            try await Files(folder, name), try await closed("\(name)-c", SQLiteDatabase.fileName),
            try await closed("\(name)-grdb", SQLiteDatabase.fileName)
        )
    }

    private static func durablePool(_ file: URL) throws -> DatabasePool {
        let pool = try DatabasePool(path: file.path)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    /// Replaces the content of the outbox by this many changes, each of a lane of its own.
    private static func fill(_ file: URL, _ count: Int) throws {
        let connection = try CConnection(file)
        try connection.execute("BEGIN IMMEDIATE; DELETE FROM outbox")
        let statement = try connection.prepare(insertion)
        for number in 0..<count {
            statement.run([.text("stored \(number)"), .text("stored lane \(number)"), .blob(payload)])
        }
        try connection.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    // MARK: Records

    private static let now = 1_764_000_000_000_000
    private static let key: [CValue] = [.text(account.server), .text(account.userID.text), .text(list.kind)]
    private static let arguments: StatementArguments = [account.server, account.userID.text, list.kind]

    private static func records(_ count: Int) -> [StoredRecord] {
        (0..<count).map { number in
            let json = #"{"id":"\#(number)","task":"\#(String(repeating: "reading ", count: 20))","hours":1.5}"#
            return StoredRecord(id: "\(number)", json: Data(json.utf8), fetchedAt: Date())
        }
    }

    private static func record(_ row: Row) -> StoredRecord {
        StoredRecord(
            id: row[0], json: row[1], fetchedAt: Date(timeIntervalSince1970: Double(row[2] as Int64) / 1_000_000))
    }

    private static func check(_ count: Int, _ expected: Int) throws {
        guard count == expected else { throw BenchmarkFailure("\(count) rows instead of \(expected)") }
    }
}

private enum CValue {
    case text(String)
    case int(Int)
    case blob(Data)
}

/// A connection through SQLite's C API.
private final class CConnection {
    private let handle: OpaquePointer

    init(_ file: URL, synchronous: String = "NORMAL") throws {
        var handle: OpaquePointer?
        guard sqlite3_open(file.path, &handle) == SQLITE_OK, let handle else {
            throw BenchmarkFailure("\(file.path) can't be opened.")
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, 60_000)
        try execute("PRAGMA synchronous = \(synchronous)")
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw BenchmarkFailure("\(sql): \(String(cString: sqlite3_errmsg(handle)))")
        }
    }

    func prepare(_ sql: String) throws -> CStatement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw BenchmarkFailure("\(sql): \(String(cString: sqlite3_errmsg(handle)))")
        }
        return CStatement(handle: statement)
    }

    deinit {
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }
}

private struct CStatement {
    let handle: OpaquePointer

    /// Runs a statement without rows.
    func run(_ values: [CValue]) {
        bind(values)
        precondition(sqlite3_step(handle) == SQLITE_DONE, "a statement of a benchmark failed")
        sqlite3_reset(handle)
    }

    /// The rows, whose columns are an id, a blob and a time in microseconds.
    func records(_ values: [CValue]) -> [StoredRecord] {
        bind(values)
        var records: [StoredRecord] = []
        while sqlite3_step(handle) == SQLITE_ROW {
            records.append(
                StoredRecord(
                    id: String(cString: sqlite3_column_text(handle, 0)),
                    json: Data(bytes: sqlite3_column_blob(handle, 1), count: Int(sqlite3_column_bytes(handle, 1))),
                    fetchedAt: Date(timeIntervalSince1970: Double(sqlite3_column_int64(handle, 2)) / 1_000_000)))
        }
        sqlite3_reset(handle)
        return records
    }

    private func bind(_ values: [CValue]) {
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in zip(Int32(1)..., values) {
            switch value {
            case .text(let text): sqlite3_bind_text(handle, index, text, -1, copied)
            case .int(let number): sqlite3_bind_int64(handle, index, Int64(number))
            case .blob(let data):
                data.withUnsafeBytes { bytes in
                    _ = sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), copied)
                }
            }
        }
    }
}

extension UserID {
    fileprivate static var fixture: UserID {
        guard let id = try? UserID("u-1") else { preconditionFailure("The id of the benchmark is invalid.") }
        return id
    }
}
