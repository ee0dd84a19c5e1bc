import GRDB

extension UserRecord {
    static func createTable(_ db: Database) throws {
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
        // The sort order of lists. The id breaks ties, so that no two pages overlap.
        try db.create(index: "users_by_age", on: "users", columns: ["created_at", "id"])
    }
}
