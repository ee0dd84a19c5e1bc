public import Foundation

/// A time entry of a member, which only that member can read.
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
        case id, task, hours, breaks, billable, note
        case startedAt = "started_at"
    }
}

/// A time entry to add: the body of a POST.
public struct NewTimeEntry: Sendable, Hashable {
    public let task: String
    public let hours: Decimal
    public let breaks: Int
    public let billable: Bool
    public let startedAt: Timestamp
    public let note: String?

    /// Throws ``InvalidValue`` with the first field that is not valid, in the API's spelling.
    public init(
        task: String, hours: Decimal, breaks: Int, billable: Bool, startedAt: Timestamp, note: String?
    ) throws(InvalidValue) {
        self.task = try task.valid(as: "task")
        self.hours = try hours.valid(as: "hours")
        self.breaks = try breaks.valid(as: "breaks")
        self.billable = try billable.valid(as: "billable")
        self.startedAt = try startedAt.valid(as: "started_at")
        self.note = try note.valid(as: "note")
    }
}

extension NewTimeEntry: Codable {
    enum CodingKeys: String, CodingKey {
        case task, hours, breaks, billable, note
        case startedAt = "started_at"
    }
}
