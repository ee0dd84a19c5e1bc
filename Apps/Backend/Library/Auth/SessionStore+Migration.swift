import GRDB

extension SessionStore {
    /// A session is the family of all tokens that descend from one login. Deleting a session deletes its tokens.
    /// Deleting a user deletes their sessions.
    static func createTables(_ db: Database) throws {
        try db.create(table: "sessions", options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("user_id", .text).notNull().indexed().references("users", onDelete: .cascade)
            table.column("expires_at", .integer).notNull()
            table.column("revoked_at", .integer)
        }
        try db.create(table: "access_tokens", options: .strict) { table in
            table.primaryKey("digest", .blob)
            table.column("session_id", .text).notNull().indexed().references("sessions", onDelete: .cascade)
            table.column("expires_at", .integer).notNull()
        }
        try db.create(table: "refresh_tokens", options: .strict) { table in
            table.primaryKey("digest", .blob)
            table.column("session_id", .text).notNull().indexed().references("sessions", onDelete: .cascade)
            table.column("expires_at", .integer).notNull()
            // Spent tokens stay until their session ends, because the reuse of a spent token reveals a theft.
            table.column("spent_at", .integer)
        }
    }
}
