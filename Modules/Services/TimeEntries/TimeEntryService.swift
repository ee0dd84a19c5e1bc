public import Models

/// Reads and changes the time entries of the account that is logged in, with or without a connection.
///
/// A change is stored first and then sent. If the server can't be reached, the call succeeds with a pending change, which
/// lists and entries already show. If the server refuses it, the call throws, and nothing is pending.
public protocol TimeEntryService: Sendable {
    /// One page of the account's time entries, in the order in which they were added.
    func timeEntries(
        page: PageRequest, _ policy: ReadPolicy
    ) async throws(TimeEntryServiceError) -> PageSnapshot<TimeEntry>

    /// The stored page at once, then the server's, and again whenever it changes.
    func observe(page: PageRequest) -> Snapshots<Page<TimeEntry>>

    /// One of the account's time entries.
    func timeEntry(id: TimeEntry.ID, _ policy: ReadPolicy) async throws(TimeEntryServiceError) -> Snapshot<TimeEntry>

    /// The stored time entry at once, then the server's, and again whenever it changes. If it is deleted, a failure
    /// follows.
    func observe(id: TimeEntry.ID) -> Snapshots<TimeEntry>

    /// Adds a time entry.
    func add(_ new: NewTimeEntry) async throws(TimeEntryServiceError) -> Submission<TimeEntry>

    /// Deletes a time entry for good.
    func delete(id: TimeEntry.ID) async throws(TimeEntryServiceError) -> Submission<Void>
}

extension TimeEntryService {
    /// One page of time entries, read with ``ReadPolicy/networkFirst``.
    public func timeEntries(page: PageRequest) async throws(TimeEntryServiceError) -> PageSnapshot<TimeEntry> {
        try await timeEntries(page: page, .networkFirst)
    }

    /// One time entry, read with ``ReadPolicy/networkFirst``.
    public func timeEntry(id: TimeEntry.ID) async throws(TimeEntryServiceError) -> Snapshot<TimeEntry> {
        try await timeEntry(id: id, .networkFirst)
    }
}

/// Why an operation of a ``TimeEntryService`` failed.
public typealias TimeEntryServiceError = ServiceError<Never>
