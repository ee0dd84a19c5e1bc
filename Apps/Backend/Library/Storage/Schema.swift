import GRDB

/// The tables, as the list of steps that built them. A step that was ever released is never changed, only followed.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("users", migrate: createUsers)
        migrator.registerMigration("sessions", migrate: createSessions)
        migrator.registerMigration("avatars", migrate: createAvatars)
        migrator.registerMigration("answers", migrate: createAnswers)
        return migrator
    }

    private static func createUsers(_ db: Database) throws {
        try db.create(table: "users", options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("email", .text).notNull().unique().collate(.nocase)
            table.column("name", .text).notNull()
            table.column("role", .text).notNull().check { ["member", "admin"].contains($0) }
            table.column("description", .text)
            table.column("password_hash", .text)
            table.column("created_at", .integer).notNull()
            table.column("updated_at", .integer).notNull()
        }
        // The order of lists; the id breaks ties, so that no two pages can overlap.
        try db.create(index: "users_by_age", on: "users", columns: ["created_at", "id"])
    }

    /// A session is the family of all tokens that descend from one login. Its tokens go with it, and it goes with
    /// its user.
    private static func createSessions(_ db: Database) throws {
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
            // Spent tokens stay until their session ends: they are how a stolen one is noticed.
            table.column("spent_at", .integer)
        }
    }

    /// The bytes are kept in the database, not beside it: an avatar then appears, changes and goes in the same
    /// transaction as the rest of its user, and no crash leaves a file that nobody owns.
    private static func createAvatars(_ db: Database) throws {
        try db.create(table: "avatars", options: .strict) { table in
            table.primaryKey("user_id", .text).references("users", onDelete: .cascade)
            table.column("content_type", .text).notNull()
            table.column("sha256", .text).notNull()
            table.column("uploaded_at", .integer).notNull()
            table.column("bytes", .blob).notNull()
        }
    }

    /// What was answered to requests with an idempotency key, for the next one that has the same. A key is its user's
    /// own, and goes with them.
    private static func createAnswers(_ db: Database) throws {
        try db.create(table: "answers", options: .strict) { table in
            table.column("user_id", .text).notNull().references("users", onDelete: .cascade)
            table.column("key", .text).notNull()
            table.column("fingerprint", .blob).notNull()
            table.column("status", .integer).notNull()
            table.column("fields", .text).notNull()
            table.column("body", .blob).notNull()
            table.column("answered_at", .integer).notNull().indexed()
            table.primaryKey(["user_id", "key"])
        }
    }
}
