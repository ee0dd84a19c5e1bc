import GRDB
public import Models
public import Persistence

/// Copies of users in an ``SQLiteDatabase``.
public struct SQLiteUserStore: UserStore {
    private let database: SQLiteDatabase

    /// A store over an open database, which whoever opened it closes.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func user(id: User.ID) async throws(StoreError) -> User? {
        try await database.read { db in
            let statement = try db.cachedStatement(sql: "SELECT \(User.rowColumns) FROM users WHERE id = ?")
            return try Row.fetchCursor(statement, arguments: [id.text]).map { try User(row: $0) }.next()
        }
    }

    public func users() async throws(StoreError) -> [User] {
        try await database.read { db in
            let statement = try db.cachedStatement(sql: "SELECT \(User.rowColumns) FROM users ORDER BY name, id")
            return try Array(Row.fetchCursor(statement).map { try User(row: $0) })
        }
    }

    public func save(_ users: [User]) async throws(StoreError) {
        try await database.write { db in
            // An upsert, for REPLACE deletes the row first, and one day a table may refer to it.
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO users (\(User.rowColumns)) VALUES (\(User.rowPlaceholders))
                    ON CONFLICT (id) DO UPDATE SET
                        name = excluded.name, email = excluded.email, role = excluded.role, about = excluded.about,
                        avatar_url = excluded.avatar_url, created_at = excluded.created_at,
                        updated_at = excluded.updated_at
                    """)
            for user in users { try statement.execute(arguments: user.rowArguments()) }
        }
    }

    public func remove(id: User.ID) async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(sql: "DELETE FROM users WHERE id = ?").execute(arguments: [id.text])
        }
    }

    public func removeAll() async throws(StoreError) {
        try await database.write { db in
            try db.cachedStatement(sql: "DELETE FROM users").execute()
        }
    }
}
