import GRDB

extension AvatarRecord {
    /// The bytes are in the database, not in files: an avatar changes in the same transaction as its user, and a crash
    /// leaves no orphaned file.
    static func createTable(_ db: Database) throws {
        try db.create(table: "avatars", options: .strict) { table in
            table.primaryKey("user_id", .text).references("users", onDelete: .cascade)
            table.column("content_type", .text).notNull()
            table.column("sha256", .text).notNull()
            table.column("uploaded_at", .integer).notNull()
            table.column("bytes", .blob).notNull()
        }
    }
}
