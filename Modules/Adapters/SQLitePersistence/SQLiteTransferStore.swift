import Foundation
import GRDB
import Persistence
public import Transfers

/// Stores transfers in an ``SQLiteDatabase``, which the processes of the app share.
public struct SQLiteTransferStore: TransferStore {
    private let database: SQLiteDatabase

    /// Creates a store on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(QueuedTransfer.rowColumns) FROM transfers ORDER BY id")
            return try Array(rows.compactMap { try? QueuedTransfer(row: $0) })
        }
    }

    public func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(QueuedTransfer.rowColumns) FROM transfers ORDER BY id")
            return try Array(
                rows.compactMap { row in
                    (try? QueuedTransfer(row: row)) == nil ? try row.decode(Int.self, atIndex: 0) : nil
                })
        }
    }

    public func transfer(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await read { db in try Self.transfer(id, in: db) }.get()
    }

    public func add(
        _ direction: QueuedTransfer.Direction, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        let outcome: Result<QueuedTransfer, TransferQueueError> = try await write { db in
            let new = QueuedTransfer(id: 0, direction, account: account, priority: priority)
            let duplicate = try Int.fetchOne(
                db, sql: "SELECT id FROM transfers WHERE file = ? AND upload IS NULL AND state <> 'done'",
                arguments: [new.file.path])
            if let duplicate, !new.isUpload { return .failure(.duplicate(id: duplicate)) }
            try db.execute(
                sql: """
                    INSERT INTO transfers (url, file, upload, account, priority, state) VALUES (?, ?, ?, ?, ?, 'queued')
                    """,
                arguments: [
                    new.url.absoluteString, new.file.path, try new.uploadJSON, account, priority.rawValue,
                ])
            return .success(
                QueuedTransfer(id: Int(db.lastInsertedRowID), direction, account: account, priority: priority))
        }
        return try outcome.get()
    }

    public func apply(
        _ event: QueuedTransfer.Event, to id: QueuedTransfer.ID
    ) async throws(TransferQueueError) -> QueuedTransfer? {
        try await write { db in
            let found = try Self.transfer(id, in: db)
            guard case .success(var transfer?) = found, let next = transfer.state.after(event) else { return found }
            transfer.state = next
            try db.execute(
                sql: "UPDATE transfers SET state = ?, length = ?, location = ?, reason = ? WHERE id = ?",
                arguments: next.rowArguments + [id])
            return .success(transfer)
        }.get()
    }

    public func remove(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await write { db in
            let found = try Self.transfer(id, in: db)
            try db.execute(sql: "DELETE FROM transfers WHERE id = ?", arguments: [id])
            return try? found.get()
        }
    }

    public func removeAll(of account: String) async throws(TransferQueueError) -> [QueuedTransfer] {
        try await write { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(QueuedTransfer.rowColumns) FROM transfers WHERE account = ? ORDER BY id",
                arguments: [account])
            // A damaged row can't be returned, but must not survive a logout.
            let transfers = try Array(rows.compactMap { try? QueuedTransfer(row: $0) })
            try db.execute(sql: "DELETE FROM transfers WHERE account = ?", arguments: [account])
            return transfers
        }
    }

    /// Throws only errors of the database. For a row that can't be read, returns a failure.
    private static func transfer(
        _ id: QueuedTransfer.ID, in db: Database
    ) throws -> Result<QueuedTransfer?, TransferQueueError> {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(QueuedTransfer.rowColumns) FROM transfers WHERE id = ?", arguments: [id])
        guard let row = try rows.next() else { return .success(nil) }
        guard let transfer = try? QueuedTransfer(row: row) else { return .failure(.damaged(id: id)) }
        return .success(transfer)
    }

    private func read<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(TransferQueueError) -> Value {
        do throws(StoreError) { return try await database.read(body) } catch { throw TransferQueueError(error) }
    }

    private func write<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(TransferQueueError) -> Value {
        do throws(StoreError) { return try await database.write(body) } catch { throw TransferQueueError(error) }
    }
}

extension TransferQueueError {
    fileprivate init(_ error: StoreError) {
        self = error == .cancelled ? .cancelled : .store(reason: error.userMessage)
    }
}

extension QueuedTransfer {
    /// The columns in the order of ``init(row:)``.
    static var rowColumns: String { "id, url, file, upload, account, priority, state, length, location, reason" }

    init(row: Row) throws {
        guard let url = URL(string: try row.decode(String.self, atIndex: 1)),
            let priority = Priority(rawValue: try row.decode(Int.self, atIndex: 5))
        else { throw StoreError.failed(reason: "A stored transfer has an invalid URL or priority.") }
        let direction: Direction
        if let upload = try row.decode(String?.self, atIndex: 3) {
            direction = .upload(try JSONDecoder().decode(UploadSource.self, from: Data(upload.utf8)), to: url)
        } else {
            let file = try row.decode(String.self, atIndex: 2)
            direction = .download(from: url, to: URL(filePath: file, directoryHint: .notDirectory))
        }
        self.init(
            id: try row.decode(Int.self, atIndex: 0), direction, account: try row.decode(String?.self, atIndex: 4),
            priority: priority, state: try State(row: row))
    }

    /// The column `upload`.
    fileprivate var uploadJSON: String? {
        get throws {
            guard case .upload(let source, _) = direction else { return nil }
            return String(decoding: try JSONEncoder().encode(source), as: UTF8.self)
        }
    }
}

extension QueuedTransfer.State {
    fileprivate init(row: Row) throws {
        switch try row.decode(String.self, atIndex: 6) {
        case "queued": self = .queued
        case "waiting": self = .waiting(reason: try row.decode(String.self, atIndex: 9))
        case "paused": self = .paused
        case "done":
            let location = try row.decode(String?.self, atIndex: 8)
            self = .done(length: try row.decode(Int64.self, atIndex: 7), location: location.flatMap(URL.init))
        case "failed": self = .failed(reason: try row.decode(String.self, atIndex: 9))
        default: throw StoreError.failed(reason: "A stored transfer has an unknown state.")
        }
    }

    /// The values of the columns `state, length, location, reason`.
    var rowArguments: StatementArguments {
        switch self {
        case .queued: ["queued", nil, nil, nil]
        case .waiting(let reason): ["waiting", nil, nil, reason]
        case .paused: ["paused", nil, nil, nil]
        case .done(let length, let location): ["done", length, location?.absoluteString, nil]
        case .failed(let reason): ["failed", nil, nil, reason]
        }
    }
}
