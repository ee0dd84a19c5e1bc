import GRDB

extension SessionStore {
    /// A session is the family of all tokens that descend from one login. They are deleted with it, and it is deleted
    /// with its user.
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
            // Spent tokens stay until their session ends, because the reuse of one reveals a theft.
            table.column("spent_at", .integer)
        }
    }
}
