public import Models
public import Networking
public import Persistence
public import Primitives
public import Services

/// Reads and changes time entries on the backend, and stores every page. If the backend can't be reached or is
/// silent for 2 s, it returns the stored copy.
public struct RemoteTimeEntryService: TimeEntryService {
    private let session: Session<Member>
    private let copies: RecordStore<TimeEntry>
    private let time: any TimeSource

    /// A service for `account`.
    ///
    /// - Parameters:
    ///   - records: stores the pages.
    ///   - time: its wall clock dates the copies.
    public init(account: Account, session: Session<Member>, records: any RecordStorage, time: any TimeSource) {
        self.session = session
        self.time = time
        copies = RecordStore("time_entries", of: .account(account.id(at: session)), in: records)
    }

    public func timeEntries(page request: PageRequest) async throws(TimeEntryServiceError) -> Listing<TimeEntry> {
        do throws(NetworkError) {
            return try await session.listing(.timeEntries(request), page: request, in: copies, time: time)
        } catch {
            throw Task.isCancelled ? .cancelled : TimeEntryServiceError(error)
        }
    }

    public func timeEntry(id: TimeEntry.ID) async throws(TimeEntryServiceError) -> TimeEntry {
        try await call(.timeEntry(id))
    }

    public func add(_ new: NewTimeEntry) async throws(TimeEntryServiceError) -> TimeEntry {
        try await call(.addTimeEntry(new))
    }

    public func delete(id: TimeEntry.ID) async throws(TimeEntryServiceError) {
        try await call(.deleteTimeEntry(id), removing: id)
    }

    /// Sends one call.
    ///
    /// - Parameter id: the time entry whose copies to remove if the call succeeds, or if the server has no such entry.
    private func call<Response>(
        _ endpoint: Endpoint<Member, Response>, removing id: TimeEntry.ID? = nil
    ) async throws(TimeEntryServiceError) -> Response {
        do throws(NetworkError) {
            return try await session.send(endpoint) { outcome async throws(StoreError) in
                if let id, outcome.isGone { try await copies.remove(id: id) }
            }
        } catch {
            throw TimeEntryServiceError(error)
        }
    }
}

extension Endpoint where Access: MemberScope, Response == Page<TimeEntry> {
    /// `GET /time-entries`: one page of the caller's time entries.
    public static func timeEntries(_ page: PageRequest) -> Self {
        Endpoint(
            .get, "/time-entries", query: [QueryItem("page", page.number), QueryItem("per_page", page.size)],
            response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == TimeEntry {
    /// `GET /time-entries/{id}`: 404 if there is no such time entry, or it belongs to another user.
    public static func timeEntry(_ id: TimeEntry.ID) -> Self {
        Endpoint(.get, "/time-entries/\(id.text)", response: .json)
    }

    /// `POST /time-entries`: 422 with the invalid fields.
    public static func addTimeEntry(_ new: NewTimeEntry) -> Self {
        Endpoint(.post, "/time-entries", body: .encodable(new), idempotency: .keyed, response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == Void {
    /// `DELETE /time-entries/{id}`: 404 as for a read.
    public static func deleteTimeEntry(_ id: TimeEntry.ID) -> Self {
        Endpoint(.delete, "/time-entries/\(id.text)", response: .nothing)
    }
}
