import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// A time entry as stored and on the wire. Time entries are created and deleted, never changed.
struct TimeEntry: Entity {
    let id: String
    /// The only member who sees it.
    let ownerID: String
    let task: String
    let hours: Decimal
    let breaks: Int
    let billable: Bool
    let startedAt: Timestamp
    let note: String?

    static let databaseTableName = "time_entries"
}

extension TimeEntry {
    /// A new time entry with the fields that the client sent. Check them before you use it.
    init(ownerID: String, _ fields: inout BodyFields) {
        id = fields.newID("time-entry")
        self.ownerID = ownerID
        task = fields.required("task")
        hours = fields.required("hours")
        breaks = fields.required("breaks")
        billable = fields.required("billable")
        startedAt = fields.required("started_at")
        note = fields.optional("note")
    }

    /// The demo accounts' time entries, with fixed ids and dates, so that lists are the same in every database.
    static let samples = (1...6).map { number in
        TimeEntry(
            id: "time-entry-\(number)", ownerID: number.isMultiple(of: 2) ? "u-ada" : "u-grace",
            task: ["Reviewing", "Reading", "Programming"][number % 3], hours: Decimal(number) + 0.5,
            breaks: 2 * number % 3, billable: number != 4,
            startedAt: Timestamp(milliseconds: 1_772_355_600_000 + Int64(number - 1) * 86_400_000),
            note: "Chapter \(number + 2)")
    }
}

/// The time entries of the caller. Requests for those of other members get 404.
struct TimeEntryRoutes: Resource {
    let backend: Dependencies

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration(TimeEntry.databaseTableName) { db in
            try db.create(table: TimeEntry.databaseTableName, options: .strict) { table in
                table.primaryKey("id", .text)
                table.column("owner_id", .text).notNull().indexed().references("users", onDelete: .cascade)
                table.column("task", .text).notNull()
                // Decimal digits, because a REAL is not exact.
                table.column("hours", .text).notNull()
                table.column("breaks", .integer).notNull()
                table.column("billable", .integer).notNull()
                table.column("started_at", .integer).notNull()
                table.column("note", .text)
            }
        }
    }

    static func seed(_ db: Database) throws {
        guard try TimeEntry.fetchCount(db) == 0 else { return }
        for sample in TimeEntry.samples where try User.exists(db, key: sample.ownerID) { try sample.insert(db) }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/time-entries") { request, context in
            // In the order in which they were added.
            try await backend.list(Self.owned(by: context).order(Column.rowID), at: "/v2/time-entries", for: request)
        }
        groups.members.post("v2/time-entries") { request, context in
            var fields = try await request.fields()
            let timeEntry = TimeEntry(ownerID: context.caller.user.id, &fields)
            try fields.check()
            return try await backend.create(timeEntry, at: "/v2/time-entries", context)
        }
        groups.members.get("v2/time-entries/{id}") { request, context in
            try await backend.get(Self.owned(by: context).filter(key: context.pathID), for: request)
        }
        groups.members.delete("v2/time-entries/{id}") { request, context in
            try await backend.delete(Self.owned(by: context).filter(key: context.pathID), for: request, context)
        }
    }

    private static func owned(by context: MemberContext) -> QueryInterfaceRequest<TimeEntry> {
        TimeEntry.filter(Column("owner_id") == context.caller.user.id)
    }
}
