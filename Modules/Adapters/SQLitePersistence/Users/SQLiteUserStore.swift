import Foundation
import GRDB
public import Models
public import Persistence

/// Stores copies of users in an ``SQLiteDatabase``. They are removed with the row of their account in `accounts`.
public struct SQLiteUserStore: UserStore {
    private let database: SQLiteDatabase

    /// Creates a store on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
        try await database.read { db in
            let statement = try db.cachedStatement(sql: "\(Self.selection) AND id = ?")
            return try Row.fetchCursor(statement, arguments: account.rowArguments + [id.text])
                .map { try User(row: $0) }.next()
        }
    }

    public func users(of account: AccountID) async throws(StoreError) -> [User] {
        try await database.read { db in
            let statement = try db.cachedStatement(sql: "\(Self.selection) ORDER BY name, id")
            return try Array(
                Row.fetchCursor(statement, arguments: account.rowArguments).map { try User(row: $0) })
        }
    }

    public func save(_ users: [User], of account: AccountID) async throws(StoreError) {
        try await database.write { db in
            guard try account.exists(in: db) else { return }
            // An upsert, because REPLACE deletes the row first, which would break references to it.
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO users (account_server, account_id, \(User.rowColumns))
                    VALUES (?, ?, \(User.rowPlaceholders))
                    ON CONFLICT (account_server, account_id, id) DO UPDATE SET
                        name = excluded.name, email = excluded.email, role = excluded.role, about = excluded.about,
                        avatar_url = excluded.avatar_url, created_at = excluded.created_at,
                        updated_at = excluded.updated_at
                    """)
            for user in users { try statement.execute(arguments: account.rowArguments + (user.rowArguments())) }
        }
    }

    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(sql: "DELETE FROM users WHERE account_server = ? AND account_id = ? AND id = ?")
                .execute(arguments: account.rowArguments + [id.text])
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(sql: "DELETE FROM users WHERE account_server = ? AND account_id = ?")
                .execute(arguments: account.rowArguments)
        }
    }

    /// Selects the rows of one account. No statement reads others.
    static let selection = "SELECT \(User.rowColumns) FROM users WHERE account_server = ? AND account_id = ?"
}

extension User {
    /// The columns in the order of ``init(row:)`` and ``rowArguments()``.
    static var rowColumns: String { "id, name, email, role, about, avatar_url, created_at, updated_at" }

    /// A placeholder for each argument. Free texts are passed as bytes, because GRDB passes a `String` as a C string,
    /// which ends at the first NUL.
    static var rowPlaceholders: String { "?, CAST(? AS TEXT), ?, ?, CAST(? AS TEXT), ?, ?, ?" }

    /// Parses a row as strictly as a response of the server. If you make a rule of Models stricter, add a schema step
    /// that removes the copies that break it.
    ///
    /// - Parameter row: a row of a cursor. In a fetched copy of a row, a text ends before its first NUL.
    init(row: Row) throws {
        self.init(
            id: try ID(row.decode(String.self, atIndex: 0)),
            name: try DisplayName(String(decoding: row.decode(Data.self, atIndex: 1), as: UTF8.self)),
            email: try EmailAddress(row.decode(String.self, atIndex: 2)),
            role: try Role(stored: row.decode(String.self, atIndex: 3)),
            about: try row.decode(Data?.self, atIndex: 4).map { String(decoding: $0, as: UTF8.self) },
            avatarURL: try row.decode(String?.self, atIndex: 5).flatMap { URL(string: $0) },
            createdAt: try row.decode(Int64?.self, atIndex: 6).map { Date(microseconds: $0) },
            updatedAt: try row.decode(Int64?.self, atIndex: 7).map { Date(microseconds: $0) })
    }

    func rowArguments() throws -> StatementArguments {
        [
            id.text, Data(name.text.utf8), email.text, role.rawValue, about.map { Data($0.utf8) },
            avatarURL?.absoluteString, try createdAt?.microseconds(), try updatedAt?.microseconds(),
        ]
    }
}
