import Foundation
public import Models

extension TimeEntry {
    /// The time entry that a server stores for ``NewTimeEntry/fixture()``.
    public static func fixture(id: String = "time-entry-1") throws(InvalidValue) -> TimeEntry {
        TimeEntry(id: try ID(id), try .fixture())
    }
}

extension NewTimeEntry {
    /// A new time entry with a value in every field.
    public static func fixture() throws(InvalidValue) -> NewTimeEntry {
        try NewTimeEntry(
            task: "Reading",
            hours: 1.5,
            breaks: 2,
            billable: true,
            startedAt: Timestamp(Date(timeIntervalSince1970: 1_772_355_600)),
            note: "Chapter 3",
        )
    }
}

extension FakeResource {
    /// `/v2/time-entries`. A member sees only their own.
    static var timeEntries: FakeResource {
        FakeResource("time-entries", of: TimeEntry.self) { number, _ in ["id": "time-entry-\(number)"] }
    }
}
