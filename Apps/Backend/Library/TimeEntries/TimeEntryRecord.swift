import Foundation
import GRDB

/// A time entry as stored and on the wire. Time entries are created and deleted, never changed.
struct TimeEntryRecord: Codable, Equatable, Sendable {
    let id: String
    /// The only member who sees it.
    let ownerID: String
    let task: String
    let hours: Decimal
    let breaks: Int
    let billable: Bool
    let startedAt: Timestamp
    let note: String?

    enum CodingKeys: String, CodingKey {
        case id
        case ownerID = "owner_id"
        case task = "task"
        case hours = "hours"
        case breaks = "breaks"
        case billable = "billable"
        case startedAt = "started_at"
        case note = "note"
    }

    static func createTable(_ db: Database) throws {
        try db.create(table: databaseTableName, options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("owner_id", .text).notNull().indexed().references("users", onDelete: .cascade)
            table.column("task", String.column).notNull()
            table.column("hours", Decimal.column).notNull()
            table.column("breaks", Int.column).notNull()
            table.column("billable", Bool.column).notNull()
            table.column("started_at", Timestamp.column).notNull()
            table.column("note", String.column)
        }
    }
}

extension TimeEntryRecord {
    /// A new time entry with the fields that the client sent. Check them before you use it.
    init(id: String, ownerID: String, _ fields: inout BodyFields) {
        self.id = id
        self.ownerID = ownerID
        task = fields.required("task")
        hours = fields.required("hours")
        breaks = fields.required("breaks")
        billable = fields.required("billable")
        startedAt = fields.required("started_at")
        note = fields.optional("note")
    }
}

extension TimeEntryRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "time_entries"
}
