import GRDB

/// A feedback message as stored.
struct FeedbackRecord: Equatable, Sendable {
    let id: String
    /// The member who sent the message; `nil` for a guest, or after the member was deleted.
    let authorID: String?
    let message: String
    /// The sender's email address.
    let contact: String?
    /// From 1 to 5.
    let rating: Int?
    let createdAt: Timestamp

    static func createTable(_ db: Database) throws {
        try db.create(table: "feedback", options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("author_id", .text).references("users", onDelete: .setNull)
            table.column("message", .text).notNull()
            table.column("contact", .text)
            table.column("rating", .integer)
            table.column("created_at", .integer).notNull()
        }
    }
}

extension FeedbackRecord: PersistableRecord {
    static let databaseTableName = "feedback"

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["author_id"] = authorID
        container["message"] = message
        container["contact"] = contact
        container["rating"] = rating
        container["created_at"] = createdAt
    }
}
