import Foundation
import GRDB
import Models
public import Persistence

/// Stores records in a database of the kind ``SQLiteDatabase/openCache(in:beside:busyTimeout:time:)``.
public struct SQLiteRecordStorage: RecordStorage {
    private let database: SQLiteDatabase
    private let limit: Int

    /// Creates a storage on an open database. The caller closes the database.
    ///
    /// - Parameter limit: if there are more records, the oldest are forgotten.
    public init(_ database: SQLiteDatabase, limit: Int = 20_000) {
        self.database = database
        self.limit = limit
    }

    public func list(
        _ positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) -> StoredList? {
        try await database.read { db in
            let lists = try db.cachedStatement(
                sql: "SELECT total, fetched_at, shifts FROM lists WHERE \(Self.isIn) AND total IS NOT NULL")
            guard let list = try Row.fetchOne(lists, arguments: collection.rowArguments) else { return nil }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT id, json, fetched_at, shifts FROM records
                    WHERE \(Self.isIn) AND position >= ? AND position < ? ORDER BY position
                    """)
            let range: StatementArguments = [positions.lowerBound, positions.upperBound]
            let rows = try Row.fetchAll(statement, arguments: collection.rowArguments + range)
            let records = try rows.map { try StoredRecord(row: $0) }
            let shifts = try list.decode(Int.self, atIndex: 2)
            let isCurrent = try rows.allSatisfy { try $0.decode(Int.self, atIndex: 3) == shifts }
            let total = try list.decode(Int.self, atIndex: 0)
            if records.isEmpty, positions.overlaps(0..<max(total, 0)) { return nil }
            return StoredList(
                records, total: total, fetchedAt: Date(microseconds: try list.decode(Int64.self, atIndex: 1)),
                isCurrent: isCurrent)
        }
    }

    public func record(_ id: String, of collection: RecordCollection) async throws(StoreError) -> StoredRecord? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, json, fetched_at FROM records WHERE \(Self.isIn) AND id = ?")
            return try Row.fetchOne(statement, arguments: collection.rowArguments + [id])
                .map { try StoredRecord(row: $0) }
        }
    }

    public func revision(of collection: RecordCollection) async throws(StoreError) -> RecordRevision {
        try await database.read { db in try Self.revision(of: collection.rowArguments, in: db) }
    }

    @discardableResult
    public func save(
        _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection, ifStill revision: RecordRevision
    ) async throws(StoreError) -> SaveOutcome {
        try await change(collection) { db, owner in
            let ids = list.records.map(\.id)
            let obstacle = try Self.obstacle(
                to: ids, at: positions, total: list.total, since: revision, owner, in: db)
            if let obstacle { return obstacle }
            try Self.noteResponse(owner, in: db)
            if try Self.isShifted(by: list, at: positions, owner, in: db) {
                try db.cachedStatement(sql: "UPDATE lists SET shifts = shifts + 1 WHERE \(Self.isIn)")
                    .execute(arguments: owner)
            }
            try db.cachedStatement(sql: "UPDATE lists SET total = ?, fetched_at = ? WHERE \(Self.isIn)")
                .execute(arguments: [list.total, try list.fetchedAt.microseconds()] + owner)
            let isReplaced = "\(Self.isIn) AND (position >= ? AND position < ? OR position >= ?)"
            let replaced = owner + [positions.lowerBound, positions.upperBound, list.total]
            try db.cachedStatement(
                sql: """
                    UPDATE lists SET removed = responses WHERE \(Self.isIn) AND EXISTS (
                        SELECT 1 FROM records WHERE \(isReplaced) AND id NOT IN (SELECT value FROM json_each(?)))
                    """
            ).execute(arguments: owner + replaced + [try Self.json(ids)])
            try db.cachedStatement(sql: "DELETE FROM records WHERE \(isReplaced)").execute(arguments: replaced)
            for (position, record) in zip(positions, list.records) {
                try Self.insert(record, at: position, owner, in: db)
            }
            try db.cachedStatement(
                sql: """
                    DELETE FROM records WHERE rowid IN (SELECT rowid FROM records ORDER BY fetched_at LIMIT
                        (SELECT iif(count(*) > ?1, count(*) - ?1 * 9 / 10, 0) FROM records))
                    """
            ).execute(arguments: [limit])
            return .saved
        }
    }

    @discardableResult
    public func save(
        _ record: StoredRecord, in collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome {
        try await change(collection) { db, owner in
            if let revision {
                if let obstacle = try Self.obstacle(to: [record.id], since: revision, owner, in: db) { return obstacle }
                try Self.noteResponse(owner, in: db)
            } else {
                try Self.noteChange(owner, in: db)
            }
            let place = try Self.place(of: record.id, owner, in: db)
            try Self.insert(record, at: place?.position, shifts: place?.shifts, owner, in: db)
            return .saved
        }
    }

    public func append(_ record: StoredRecord, to collection: RecordCollection) async throws(StoreError) {
        _ = try await change(collection) { db, owner in
            let place = try Self.place(of: record.id, owner, in: db)
            var position = place?.position
            if position == nil {
                let total = try db.cachedStatement(sql: "SELECT total FROM lists WHERE \(Self.isIn)")
                position = try Int.fetchOne(total, arguments: owner)
                try db.cachedStatement(sql: "UPDATE lists SET total = total + 1 WHERE \(Self.isIn)")
                    .execute(arguments: owner)
            }
            try Self.insert(record, at: position, shifts: place?.shifts, owner, in: db)
            try Self.noteChange(owner, in: db)
            return .saved
        }
    }

    @discardableResult
    public func remove(
        _ id: String, from collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome {
        try await change(collection) { db, owner in
            if let revision, let obstacle = try Self.obstacle(to: [id], since: revision, owner, in: db) {
                return obstacle
            }
            let position = try Self.place(of: id, owner, in: db)?.position
            try db.cachedStatement(sql: "DELETE FROM records WHERE \(Self.isIn) AND id = ?")
                .execute(arguments: owner + [id])
            if revision == nil || db.changesCount > 0 { try Self.noteChange(owner, in: db) }
            guard let position else { return .saved }
            try db.cachedStatement(
                sql: "UPDATE records SET position = position - 1 WHERE \(Self.isIn) AND position > ?"
            ).execute(arguments: owner + [position])
            try db.cachedStatement(sql: "UPDATE lists SET total = total - 1 WHERE \(Self.isIn)")
                .execute(arguments: owner)
            return .saved
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        _ = try await database.writeWithoutTrace { db in
            for table in ["lists", "records"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE server = ? AND user_id = ?", arguments: account.rowArguments)
            }
            return ()
        }
    }

    public func changes() -> AsyncStream<Void> { database.feed.changes() }

    private static let isIn = "server = ? AND user_id = ? AND kind = ?"

    /// Runs `body` in a transaction, unless the owner is an account without a session.
    ///
    /// The session is in another file. It is read after a statement that takes this file's lock for writing. So a logout,
    /// which ends the session first and then removes the records, also removes what was stored before it.
    private func change(
        _ collection: RecordCollection, _ body: @Sendable (Database, StatementArguments) throws -> SaveOutcome
    ) async throws(StoreError) -> SaveOutcome {
        try await database.writeWithoutLockingOthers { db in
            let owner = collection.rowArguments
            try db.cachedStatement(
                sql: """
                    INSERT INTO lists (server, user_id, kind, revision) VALUES (?, ?, ?, 0)
                    ON CONFLICT DO UPDATE SET revision = revision
                    """
            ).execute(arguments: owner)
            if case .account(let account) = collection.owner {
                let session = try db.cachedStatement(
                    sql: "SELECT 1 FROM store.auth_session WHERE server = ? AND user_id = ?")
                guard try Row.fetchOne(session, arguments: account.rowArguments) != nil else {
                    return (.rollback, .saved)
                }
            }
            return (.commit, try body(db, owner))
        }
    }

    /// Whether `list` contradicts what has been stored of the whole list since it last shifted.
    private static func isShifted(
        by list: StoredList, at positions: Range<Int>, _ owner: StatementArguments, in db: Database
    ) throws -> Bool {
        let lists = try db.cachedStatement(sql: "SELECT total, shifts FROM lists WHERE \(isIn)")
        guard let row = try Row.fetchOne(lists, arguments: owner), let total = try row.decode(Int?.self, atIndex: 0)
        else { return false }
        if total != list.total { return true }
        let shifts = try row.decode(Int.self, atIndex: 1)
        // Of an id that the list has twice, the last one is stored.
        let places = Dictionary(zip(list.records.map(\.id), positions)) { _, last in last }
        let ids = try json(Array(places.keys))
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, position FROM records WHERE \(isIn) AND shifts = ? AND position >= ? AND position < ?
                UNION ALL
                SELECT id, position FROM records WHERE \(isIn) AND shifts = ? AND position IS NOT NULL
                AND id IN (SELECT value FROM json_each(?))
                """)
        let range: StatementArguments = [shifts, positions.lowerBound, positions.upperBound]
        return try Row.fetchAll(statement, arguments: owner + range + owner + [shifts, ids]).contains { row in
            places[try row.decode(String.self, atIndex: 0)] != (try row.decode(Int.self, atIndex: 1))
        }
    }

    private static func insert(
        _ record: StoredRecord, at position: Int?, shifts: Int? = nil, _ owner: StatementArguments, in db: Database
    ) throws {
        // Replaces the same record at another position.
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO records (server, user_id, kind, position, id, json, fetched_at, shifts, saved)
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, coalesce(?8, shifts), responses
                FROM lists WHERE server = ?1 AND user_id = ?2 AND kind = ?3
                """
        ).execute(arguments: owner + [position, record.id, record.json, try record.fetchedAt.microseconds(), shifts])
    }

    /// Where the list has a record; `nil` if it does not have the record.
    private static func place(
        of id: String, _ owner: StatementArguments, in db: Database
    ) throws -> (position: Int, shifts: Int)? {
        let statement = try db.cachedStatement(
            sql: "SELECT position, shifts FROM records WHERE \(isIn) AND id = ? AND position IS NOT NULL")
        return try Row.fetchOne(statement, arguments: owner + [id]).map { row in
            (try row.decode(Int.self, atIndex: 0), try row.decode(Int.self, atIndex: 1))
        }
    }

    private static func revision(of owner: StatementArguments, in db: Database) throws -> RecordRevision {
        let statement = try db.cachedStatement(sql: "SELECT revision, responses FROM lists WHERE \(isIn)")
        guard let row = try Row.fetchOne(statement, arguments: owner) else { return RecordRevision() }
        return RecordRevision(
            changes: try row.decode(Int.self, atIndex: 0), responses: try row.decode(Int.self, atIndex: 1))
    }

    /// What prevents that a response is stored which was requested at `revision`; `nil` if nothing does.
    ///
    /// - Parameters:
    ///   - ids: those of its records.
    ///   - positions: of the part of the list that it replaces.
    ///   - total: the list's length in it; `nil` if it is not a list.
    private static func obstacle(
        to ids: [String], at positions: Range<Int> = 0..<0, total: Int? = nil, since revision: RecordRevision,
        _ owner: StatementArguments, in db: Database
    ) throws -> SaveOutcome? {
        let current = try Self.revision(of: owner, in: db)
        if current.changes != revision.changes { return .outdated }
        if current.responses <= revision.responses { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM lists WHERE \(isIn) AND total <> ?
                UNION ALL
                SELECT 1 FROM records WHERE \(isIn) AND saved > ? AND position >= ? AND position < ?
                UNION ALL
                SELECT 1 FROM records WHERE \(isIn) AND saved > ? AND id IN (SELECT value FROM json_each(?))
                UNION ALL
                SELECT 1 FROM lists WHERE \(isIn) AND removed > ? AND EXISTS (
                    SELECT 1 FROM json_each(?) WHERE value NOT IN (SELECT id FROM records WHERE \(isIn)))
                """)
        let (json, saved) = (try json(ids), revision.responses)
        var arguments = owner + [total] + owner + [saved, positions.lowerBound, positions.upperBound]
        arguments += owner + [saved, json] + owner + [saved, json] + owner
        return try Row.fetchOne(statement, arguments: arguments).map { _ in .overtaken }
    }

    private static func json(_ ids: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(ids), as: UTF8.self)
    }

    private static func noteChange(_ owner: StatementArguments, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE lists SET revision = revision + 1 WHERE \(isIn)").execute(arguments: owner)
    }

    private static func noteResponse(_ owner: StatementArguments, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE lists SET responses = responses + 1 WHERE \(isIn)")
            .execute(arguments: owner)
    }
}

extension StoredRecord {
    fileprivate init(row: Row) throws {
        self.init(
            id: try row.decode(String.self, atIndex: 0), json: try row.decode(Data.self, atIndex: 1),
            fetchedAt: Date(microseconds: try row.decode(Int64.self, atIndex: 2)))
    }
}

extension DataOwner {
    /// The values of the columns `server, user_id`. The data of everyone has an empty user id, which no account has.
    var rowArguments: StatementArguments {
        switch self {
        case .account(let account): account.rowArguments
        case .everyone(let server): [server, ""]
        }
    }
}

extension RecordCollection {
    /// The values of the columns `server, user_id, kind`.
    fileprivate var rowArguments: StatementArguments { owner.rowArguments + [kind] }
}
