import Foundation
import GRDB
import HTTPTypes
import Hummingbird

struct Feedback: TableRow {
    let id: String
    /// The member who sent the message; `nil` for a guest, or after the member was deleted.
    let authorID: String?
    let message: String
    let contact: String?
    let rating: Int?
    let createdAt: Timestamp

    static let databaseTableName = "feedback"

    init(authorID: String?, at moment: Timestamp, _ fields: inout BodyFields) {
        message = fields.required("message", .paragraphs(2000, mayBeBlank: false))
        contact = fields.optional("contact", .email)
        rating = fields.optional("rating", .range(1...5))
        id = fields.newID("f")
        self.authorID = authorID
        createdAt = moment
    }
}

/// The response to a feedback message: `{"id", "created_at", "author_id"}`.
struct FeedbackReceipt: Encodable, Sendable {
    let id: String
    let createdAt: Timestamp
    @OrNull var authorID: String? = nil
}

/// `POST /v2/feedback`, for guests and members.
struct FeedbackRoutes: Resource {
    /// The number of messages that a member, or the guests of an address, may send within ``window``.
    static let limit = 20
    /// In seconds, from the first of the messages.
    static let window = 10 * 60

    let backend: Dependencies

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("feedback") { db in
            try db.create(table: Feedback.databaseTableName, options: .strict) { table in
                table.primaryKey("id", .text)
                table.column("author_id", .text).references("users", onDelete: .setNull)
                table.column("message", .text).notNull()
                table.column("contact", .text)
                table.column("rating", .integer)
                table.column("created_at", .integer).notNull()
            }
        }
        migrator.registerMigration("feedback limits") { db in
            // The messages of each sender in the current window.
            try db.create(table: "feedback_senders", options: .strict) { table in
                table.primaryKey("sender", .text)
                table.column("count", .integer).notNull()
                table.column("ends_at", .integer).notNull()
            }
        }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.guests.post("v2/feedback", use: create)
    }

    @Sendable private func create(_ request: Request, _ context: GuestContext) async throws -> Reply {
        var fields = try await request.fields()
        let feedback = Feedback(authorID: context.callerID, at: backend.now, &fields)
        // Invalid messages don't count, so that a client can correct them.
        try fields.check()
        let sender = context.callerID ?? "guest at \(context.address ?? "")"
        return try await backend.write(context) { db in
            try Self.count(sender, at: feedback.createdAt, db)
            try feedback.create(db)
            return try .json(
                FeedbackReceipt(
                    id: feedback.id, createdAt: feedback.createdAt, authorID: feedback.authorID), status: .created)
        }
    }

    private static func count(_ sender: String, at now: Timestamp, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM feedback_senders WHERE ends_at <= ?", arguments: [now.milliseconds])
        let sql = """
            INSERT INTO feedback_senders VALUES (?, 1, ?)
            ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count, ends_at
            """
        let end = now + .seconds(window)
        let row = try Row.fetchOne(db, sql: sql, arguments: [sender, end.milliseconds])
        guard let count: Int = row?["count"], count > limit, let end: Int64 = row?["ends_at"] else { return }
        throw Problem.tooManyRequests(retryAfter: Int((end - now.milliseconds + 999) / 1000))
    }
}
