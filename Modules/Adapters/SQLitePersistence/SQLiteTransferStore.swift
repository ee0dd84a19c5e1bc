public import Foundation
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
            return try Array(rows.map { try QueuedTransfer(row: $0) })
        }
    }

    public func transfer(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await read { db in try Self.transfer(id, in: db) }
    }

    public func add(
        _ source: URL, to file: URL, of account: String?
    ) async throws(TransferQueueError) -> QueuedTransfer {
        let outcome: Result<QueuedTransfer, TransferQueueError> = try await write { db in
            let new = QueuedTransfer(id: 0, source: source, file: file, account: account)
            let duplicate = try Int.fetchOne(
                db, sql: "SELECT id FROM transfers WHERE file = ? AND state <> 'done'", arguments: [new.file.path])
            if let duplicate { return .failure(.duplicate(id: duplicate)) }
            try db.execute(
                sql: "INSERT INTO transfers (source, file, account, state) VALUES (?, ?, ?, 'queued')",
                arguments: [new.source.absoluteString, new.file.path, account])
            return .success(
                QueuedTransfer(id: Int(db.lastInsertedRowID), source: source, file: file, account: account))
        }
        return try outcome.get()
    }

    public func apply(
        _ event: QueuedTransfer.Event, to id: QueuedTransfer.ID
    ) async throws(TransferQueueError) -> QueuedTransfer? {
        try await write { db in
            guard var transfer = try Self.transfer(id, in: db) else { return nil }
            guard let next = transfer.state.after(event) else { return transfer }
            transfer.state = next
            try db.execute(
                sql: "UPDATE transfers SET state = ?, length = ?, reason = ? WHERE id = ?",
                arguments: next.rowArguments + [id])
            return transfer
        }
    }

    public func remove(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await write { db in
            let transfer = try Self.transfer(id, in: db)
            try db.execute(sql: "DELETE FROM transfers WHERE id = ?", arguments: [id])
            return transfer
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

    private static func transfer(_ id: QueuedTransfer.ID, in db: Database) throws -> QueuedTransfer? {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(QueuedTransfer.rowColumns) FROM transfers WHERE id = ?", arguments: [id])
        return try rows.next().map { try QueuedTransfer(row: $0) }
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
