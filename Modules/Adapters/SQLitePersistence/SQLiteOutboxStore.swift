public import Foundation
import GRDB
import Models
public import Persistence

/// Stores the outbox in an ``SQLiteDatabase``, which the processes of the app share.
public struct SQLiteOutboxStore: OutboxStore {
    private let database: SQLiteDatabase

    /// Creates a store on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func add(
        _ change: NewOutboxEntry, merging merge: @Sendable (OutboxEntry) -> OutboxMerge
    ) async throws(StoreError) -> OutboxEntry? {
        try await database.write { db in
            if case .account(let account) = change.owner, try !account.exists(in: db) { throw StoreError.noAccount }
            let last = try db.cachedStatement(
                sql: "SELECT * FROM outbox WHERE \(Self.isOf) AND lane = ? ORDER BY number DESC LIMIT 1")
            let arguments = change.owner.rowArguments + [change.lane]
            if let earlier = try Row.fetchOne(last, arguments: arguments).map({ try change.owner.entry($0) }),
                earlier.state == .open
            {
                switch merge(earlier) {
                case .keepBoth: break
                case .removeBoth:
                    try Self.delete(earlier, in: db)
                    return nil
                case .replace(let payload):
                    let merged = earlier.replacing(payload: payload, version: change.version)
                    if let merged { try Self.store(merged, in: db) }
                    return merged
                }
            }
            let createdAt = try change.createdAt.microseconds()
            try db.cachedStatement(
                sql: """
                    INSERT INTO outbox (id, server, user_id, lane, kind, version, payload, created_at, state, attempts)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', 0)
                    """
            ).execute(
                arguments: [change.id] + arguments
                    + [change.kind, change.version, change.payload, createdAt])
            return change.numbered(Int(db.lastInsertedRowID), createdAt: Date(microseconds: createdAt))
        }
    }

    public func entries(of owner: DataOwner) async throws(StoreError) -> [OutboxEntry] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM outbox WHERE \(Self.isOf) ORDER BY number", arguments: owner.rowArguments)
            return try rows.map { try owner.entry($0) }
        }
    }

    public func next(of owner: DataOwner, after number: Int, at now: Date) async throws(StoreError) -> OutboxEntry? {
        try await database.read { db in
            // In the order of numbers, without an index: the first row is nearly always the one.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT * FROM outbox AS later NOT INDEXED
                    WHERE number > ? AND \(Self.isOf) AND state <> 'parked'
                        AND (not_before IS NULL OR not_before <= ? OR not_before > ?)
                        AND NOT EXISTS (
                            SELECT 1 FROM outbox AS earlier
                            WHERE earlier.server = later.server AND earlier.user_id = later.user_id
                                AND earlier.lane = later.lane AND earlier.number < later.number)
                    ORDER BY number LIMIT 1
                    """)
            let limit = now.addingTimeInterval(OutboxEntry.longestWait)
            let arguments: StatementArguments =
                [number] + owner.rowArguments + [try now.microseconds(), try limit.microseconds()]
            return try Row.fetchOne(statement, arguments: arguments).map { try owner.entry($0) }
        }
    }

    @discardableResult
    public func update(
        _ id: OutboxEntry.ID, of owner: DataOwner, _ transition: @Sendable (OutboxEntry) -> OutboxEntry?
    ) async throws(StoreError) -> OutboxEntry? {
        try await database.write { db in
            let statement = try db.cachedStatement(sql: "SELECT * FROM outbox WHERE id = ? AND \(Self.isOf)")
            let row = try Row.fetchOne(statement, arguments: [id] + owner.rowArguments)
            guard let before = try row.map({ try owner.entry($0) }) else { return nil }
            if let after = transition(before) {
                try Self.store(after, in: db)
            } else {
                try Self.delete(before, in: db)
            }
            return before
        }
    }

    public func changes() -> AsyncStream<Void> { database.feed.changes() }

    private static let isOf = "server = ? AND user_id = ?"

    private static func store(_ entry: OutboxEntry, in db: Database) throws {
        let (name, reason): (String, String?) =
            switch entry.state {
            case .open: ("open", nil)
            case .sealed: ("sealed", nil)
            case .parked(let reason, _): ("parked", reason)
            }
        let request = entry.request
        try db.cachedStatement(
            sql: """
                UPDATE outbox SET version = ?, payload = ?, state = ?, reason = ?, attempts = ?, not_before = ?,
                    method = ?, path = ?, content_type = ?, body = ?, sealed_at = ?, request_key = ?, if_match = ?
                WHERE number = ?
                """
        ).execute(arguments: [
            entry.version, entry.payload, name, reason, entry.attempts, try entry.notBefore?.microseconds(),
            request?.method, request?.path, request?.contentType, request?.body, try request?.sealedAt.microseconds(),
            request?.key, request?.ifMatch, entry.number,
        ])
    }

    private static func delete(_ entry: OutboxEntry, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM outbox WHERE number = ?").execute(arguments: [entry.number])
    }
}

extension DataOwner {
    fileprivate func entry(_ row: Row) throws -> OutboxEntry {
        var request: SealedRequest?
        let id = try row.decode(String.self, forColumn: "id")
        // A row that lacks a part is parked, so that the others are not lost with it.
        if let method = try row.decode(String?.self, forColumn: "method"),
            let path = try row.decode(String?.self, forColumn: "path"),
            let body = try row.decode(Data?.self, forColumn: "body"),
            let sealedAt = try row.decode(Int64?.self, forColumn: "sealed_at")
        {
            request = SealedRequest(
                method: method, path: path, contentType: try row.decode(String?.self, forColumn: "content_type"),
                body: body, key: try row.decode(String?.self, forColumn: "request_key") ?? id,
                ifMatch: try row.decode(String?.self, forColumn: "if_match"), sealedAt: Date(microseconds: sealedAt))
        }
        let state: OutboxEntry.State =
            switch (try row.decode(String.self, forColumn: "state"), request) {
            case ("open", nil): .open
            case ("sealed", let request?): .sealed(request)
            default:
                .parked(
                    reason: try row.decode(String?.self, forColumn: "reason")
                        ?? "The change can't be read any more. The server may have it already.", request)
            }
        return OutboxEntry(
            number: try row.decode(Int.self, forColumn: "number"), id: id, owner: self,
            lane: try row.decode(String.self, forColumn: "lane"),
            kind: try row.decode(String.self, forColumn: "kind"),
            version: try row.decode(Int.self, forColumn: "version"),
            payload: try row.decode(Data.self, forColumn: "payload"),
            createdAt: Date(microseconds: try row.decode(Int64.self, forColumn: "created_at")), state: state,
            attempts: try row.decode(Int.self, forColumn: "attempts"),
            notBefore: try row.decode(Int64?.self, forColumn: "not_before").map { Date(microseconds: $0) })
    }
}
