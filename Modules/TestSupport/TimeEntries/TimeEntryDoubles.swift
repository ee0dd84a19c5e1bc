import Foundation
public import Models
public import RemoteServices
public import Services

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

/// A mock of `TimeEntryService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an ``UnexpectedCall``.
public final class MockTimeEntryService: TimeEntryService {
    /// One call with its argument.
    public enum Call: Sendable, Equatable {
        case timeEntries(page: PageRequest)
        case timeEntry(id: TimeEntry.ID)
        case add(NewTimeEntry)
        case delete(id: TimeEntry.ID)
    }

    private let list: MockResponse<PageRequest, Listing<TimeEntry>, TimeEntryServiceError>?
    private let single: MockResponse<TimeEntry.ID, TimeEntry, TimeEntryServiceError>?
    private let addition: MockResponse<NewTimeEntry, TimeEntry, TimeEntryServiceError>?
    private let deletion: MockResponse<TimeEntry.ID, Void, TimeEntryServiceError>?
    private let recorder: MockRecorder<Call>

    /// Creates a mock with the responses to its methods.
    public init(
        timeEntries: MockResponse<PageRequest, Listing<TimeEntry>, TimeEntryServiceError>? = nil,
        timeEntry: MockResponse<TimeEntry.ID, TimeEntry, TimeEntryServiceError>? = nil,
        add: MockResponse<NewTimeEntry, TimeEntry, TimeEntryServiceError>? = nil,
        delete: MockResponse<TimeEntry.ID, Void, TimeEntryServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        (list, single, addition, deletion) = (timeEntries, timeEntry, add, delete)
        recorder = MockRecorder("TimeEntryService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func timeEntries(page: PageRequest) async throws(TimeEntryServiceError) -> Listing<TimeEntry> {
        try await recorder.respond(to: .timeEntries(page: page), page, with: list)
    }

    public func timeEntry(id: TimeEntry.ID) async throws(TimeEntryServiceError) -> TimeEntry {
        try await recorder.respond(to: .timeEntry(id: id), id, with: single)
    }

    public func add(_ new: NewTimeEntry) async throws(TimeEntryServiceError) -> TimeEntry {
        try await recorder.respond(to: .add(new), new, with: addition)
    }

    public func delete(id: TimeEntry.ID) async throws(TimeEntryServiceError) {
        try await recorder.respond(to: .delete(id: id), id, with: deletion)
    }
}

extension FakeResource {
    /// `/v2/time-entries`. A member sees only their own.
    static var timeEntries: FakeResource {
        FakeResource("time-entries", of: TimeEntry.self) { number, _ in ["id": "time-entry-\(number)"] }
    }
}

extension RemoteServicesFixture {
    /// The time entry service of `account`.
    public func timeEntries(of account: Account) -> RemoteTimeEntryService {
        RemoteTimeEntryService(
            account: account, session: sessions.session(of: account, on: client), records: stores.records, time: time)
    }
}
