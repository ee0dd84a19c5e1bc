/// A time entry of a member, who alone can read it.
public struct TimeEntry: Sendable, Hashable, Identifiable {
    /// The server's identifier of a time entry.
    public typealias ID = Identifier<TimeEntry>

    public let id: ID
    public let task: String
    public let hours: Decimal
    public let breaks: Int
    public let billable: Bool
    public let startedAt: Timestamp
    public let note: String?

    /// The time entry that a server stores for `new`.
    public init(id: ID, _ new: NewTimeEntry) {
        self.id = id
        task = new.task
        hours = new.hours
        breaks = new.breaks
        billable = new.billable
        startedAt = new.startedAt
        note = new.note
    }
}

extension TimeEntry: Codable {
    enum CodingKeys: String, CodingKey {
        case id
        case task = "task"
        case hours = "hours"
        case breaks = "breaks"
        case billable = "billable"
        case startedAt = "started_at"
        case note = "note"
    }
}
