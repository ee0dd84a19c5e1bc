import Foundation
import GRDB

/// Six time entries of the demo accounts, with fixed ids and dates, so that lists are the same in every database.
enum SeedTimeEntries {
    static let all = (1...6).map { number in
        TimeEntryRecord(
            id: "time-entry-\(number)",
            ownerID: number.isMultiple(of: 2) ? "u-ada" : "u-grace",
            task: "Reading",
            hours: 1.5,
            breaks: 2,
            billable: true,
            startedAt: Timestamp(milliseconds: 1_772_355_600_000),
            note: "Chapter 3",
        )
    }

    static func insert(_ db: Database) throws {
        guard try TimeEntryRecord.fetchCount(db) == 0 else { return }
        for timeEntry in all where try UserRecord.exists(db, key: timeEntry.ownerID) { try timeEntry.insert(db) }
    }
}
