import GRDB

extension IdempotencyStore {
    /// A key belongs to its user, and is deleted with the user.
    static func createAnswers(_ db: Database) throws {
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

    /// Replaces `answers` with a table that stores guests' keys too, whose `user_id` is `NULL`.
    static func createStoredResponses(_ db: Database) throws {
        try db.create(table: "stored_responses", options: .strict) { table in
            table.column("user_id", .text).references("users", onDelete: .cascade)
            table.column("key", .text).notNull()
            table.column("fingerprint", .blob).notNull()
            table.column("status", .integer).notNull()
            table.column("fields", .text).notNull()
            table.column("body", .blob).notNull()
            table.column("stored_at", .integer).notNull().indexed()
        }
        // In a unique index, SQLite treats all NULLs as different, so guests need a value.
        try db.execute(
            sql: """
                CREATE UNIQUE INDEX stored_responses_by_key ON stored_responses (coalesce(user_id, ''), key);
                INSERT INTO stored_responses SELECT * FROM "answers";
                DROP TABLE answers;
                """)
    }
}
