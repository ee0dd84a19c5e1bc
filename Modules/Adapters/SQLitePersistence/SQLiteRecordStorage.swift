import Foundation
import GRDB
import Models
public import Persistence

/// Stores records in an ``SQLiteDatabase``. Those of an account are removed with its row in `accounts`.
public struct SQLiteRecordStorage: RecordStorage {
    private let database: SQLiteDatabase

    /// Creates a storage on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func list(
        _ positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) -> StoredList? {
        try await database.read { db in
            let lists = try db.cachedStatement(sql: "SELECT total, fetched_at FROM lists WHERE \(Self.isIn)")
            guard let list = try Row.fetchOne(lists, arguments: collection.rowArguments) else { return nil }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT id, json, fetched_at FROM records
                    WHERE \(Self.isIn) AND position >= ? AND position < ? ORDER BY position
                    """)
            let range: StatementArguments = [positions.lowerBound, positions.upperBound]
            let records = try Row.fetchAll(statement, arguments: collection.rowArguments + range).map { row in
                StoredRecord(
                    id: try row.decode(String.self, atIndex: 0), json: try row.decode(Data.self, atIndex: 1),
                    fetchedAt: Date(microseconds: try row.decode(Int64.self, atIndex: 2)))
            }
            let total = try list.decode(Int.self, atIndex: 0)
            if records.isEmpty, positions.overlaps(0..<max(total, 0)) { return nil }
            return StoredList(
                records, total: total, fetchedAt: Date(microseconds: try list.decode(Int64.self, atIndex: 1)))
        }
    }

    public func save(
        _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) {
        try await database.write { db in
            if case .account(let account) = collection.owner, try !account.exists(in: db) { return }
            let owner = collection.rowArguments
            try db.cachedStatement(
                sql: """
                    INSERT INTO lists (server, user_id, kind, total, fetched_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET total = excluded.total, fetched_at = excluded.fetched_at
                    """
            ).execute(arguments: owner + [list.total, try list.fetchedAt.microseconds()])
            try db.cachedStatement(
                sql: """
                    DELETE FROM records
                    WHERE \(Self.isIn) AND (position >= ? AND position < ? OR position >= ?)
                    """
            ).execute(arguments: owner + [positions.lowerBound, positions.upperBound, list.total])
            // Replaces the same record at another position.
            let insertion = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO records (server, user_id, kind, position, id, json, fetched_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """)
            for (position, record) in zip(positions, list.records) {
                try insertion.execute(
                    arguments: owner + [position, record.id, record.json, try record.fetchedAt.microseconds()])
            }
        }
    }

    public func remove(_ id: String, from collection: RecordCollection) async throws(StoreError) {
        try await database.write { db in
            let owner = collection.rowArguments
            let statement = try db.cachedStatement(sql: "SELECT position FROM records WHERE \(Self.isIn) AND id = ?")
            guard let position = try Int.fetchOne(statement, arguments: owner + [id]) else { return }
            try db.cachedStatement(sql: "DELETE FROM records WHERE \(Self.isIn) AND id = ?")
                .execute(arguments: owner + [id])
            try db.cachedStatement(
                sql: "UPDATE records SET position = position - 1 WHERE \(Self.isIn) AND position > ?"
            ).execute(arguments: owner + [position])
            try db.cachedStatement(sql: "UPDATE lists SET total = max(total - 1, 0) WHERE \(Self.isIn)")
                .execute(arguments: owner)
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(sql: "DELETE FROM lists WHERE server = ? AND user_id = ?")
                .execute(arguments: account.rowArguments)
        }
    }

    private static let isIn = "server = ? AND user_id = ? AND kind = ?"
}

extension RecordCollection {
    /// The values of the columns `server, user_id, kind`. The data of everyone has an empty user id, which no account has.
    fileprivate var rowArguments: StatementArguments {
        switch owner {
        case .account(let account): account.rowArguments + [kind]
        case .everyone(let server): [server, "", kind]
        }
    }
}
