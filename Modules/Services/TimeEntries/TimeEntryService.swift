public import Models

/// Reads and changes the time entries of the account that is logged in.
///
/// A call succeeds once the server has accepted it, even if its result can't be stored on this machine.
public protocol TimeEntryService: Sendable {
    /// One page of the account's time entries, in the order in which they were added. If the server can't be reached,
    /// this machine's stored copy is returned, if there is one.
    func timeEntries(page: PageRequest) async throws(TimeEntryServiceError) -> Listing<TimeEntry>

    /// One of the account's time entries, always from the server.
    func timeEntry(id: TimeEntry.ID) async throws(TimeEntryServiceError) -> TimeEntry

    /// Adds a time entry.
    func add(_ new: NewTimeEntry) async throws(TimeEntryServiceError) -> TimeEntry

    /// Deletes a time entry for good.
    func delete(id: TimeEntry.ID) async throws(TimeEntryServiceError)
}

/// Why an operation of a ``TimeEntryService`` failed.
public typealias TimeEntryServiceError = ServiceError<Never>
