import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// A time entry as stored and on the wire. Time entries are created and deleted, never changed.
struct TimeEntry: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
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
            id: "time-entry-\(number)", ownerID: number.isMultiple(of: 2) ? "u-ada" : "u-grace", task: "Reading",
            hours: 1.5, breaks: 2, billable: true, startedAt: Timestamp(milliseconds: 1_772_355_600_000),
            note: "Chapter 3")
    }
}

/// The time entries of the caller. Those of other members get 404.
struct TimeEntryRoutes: Resource {
    private let backend: Dependencies

    init(_ backend: Dependencies) {
        self.backend = backend
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration(TimeEntry.databaseTableName, migrate: TimeEntry.createTable)
    }

    static func seed(_ db: Database) throws {
        guard try TimeEntry.fetchCount(db) == 0 else { return }
        for sample in TimeEntry.samples where try User.exists(db, key: sample.ownerID) { try sample.insert(db) }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/time-entries", use: list)
        groups.members.post("v2/time-entries", use: create)
        groups.members.get("v2/time-entries/{id}", use: get)
        groups.members.delete("v2/time-entries/{id}", use: delete)
    }

    @Sendable private func list(_ request: Request, _ context: MemberContext) async throws -> Reply {
        let query = try PageQuery(request.uri.queryParameters)
        let owned = Self.owned(by: context)
        let (items, total) = try await backend.database.read { db in
            // In the order in which they were added.
            let page = owned.order(Column.rowID).limit(query.size, offset: query.offset)
            return (try page.fetchAll(db), try owned.fetchCount(db))
        }
        return try PageBody(query, items: items, total: total)
            .reply(backend.links.absolute("/v2/time-entries"), for: request)
    }

    @Sendable private func create(_ request: Request, _ context: MemberContext) async throws -> Reply {
        var fields: BodyFields = try await request.json(limit: backend.limits.jsonBody)
        let timeEntry = TimeEntry(ownerID: context.caller.user.id, &fields)
        try fields.check()
        let location = backend.links.absolute("/v2/time-entries/\(timeEntry.id)")
        return try await backend.write(context) { db in
            try timeEntry.create(db)
            return try .json(timeEntry, status: .created, headers: [.location: location])
        }
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> Reply {
        let single = Self.owned(by: context).filter(key: try context.pathID)
        guard let timeEntry = try await backend.database.read({ try single.fetchOne($0) }) else {
            throw Problem.notFound
        }
        return try .cacheable(timeEntry, for: request)
    }

    @Sendable private func delete(_ request: Request, _ context: MemberContext) async throws -> Reply {
        let single = Self.owned(by: context).filter(key: try context.pathID)
        return try await backend.write(context) { db in
            guard try single.deleteAll(db) == 1 else { throw Problem.notFound }
            return .noContent
        }
    }

    private static func owned(by context: MemberContext) -> QueryInterfaceRequest<TimeEntry> {
        TimeEntry.filter(Column("owner_id") == context.caller.user.id)
    }
}
