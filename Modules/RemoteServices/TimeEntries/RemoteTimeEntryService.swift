import Foundation
public import Models
public import Networking
import Persistence
import Primitives
public import Services

/// Reads time entries from the backend and this machine, and changes them through the outbox.
struct RemoteTimeEntryService: TimeEntryService {
    private let reads: StoredReads<Member, TimeEntry>
    private let outbox: Outbox
    private let identifiers: any IdentifierSource

    init(_ account: AccountBackend) {
        outbox = account.outbox
        identifiers = account.backend.identifiers
        reads = StoredReads(
            account.session, copies: .timeEntries(of: outbox.owner, in: account.backend.stores.records),
            time: account.backend.time,
            overlay: Overlay(of: outbox) { (change: TimeEntryChange) in change.effect }, isOpen: account.isOpen)
    }

    func timeEntries(
        page: PageRequest, _ policy: ReadPolicy
    ) async throws(TimeEntryServiceError) -> PageSnapshot<TimeEntry> {
        try await reads.page(page, policy, from: .timeEntries(page))
    }

    func observe(page: PageRequest) -> Snapshots<Page<TimeEntry>> {
        reads.observe(page, from: .timeEntries(page))
    }

    func timeEntry(
        id: TimeEntry.ID, _ policy: ReadPolicy
    ) async throws(TimeEntryServiceError) -> Snapshot<TimeEntry> {
        try await reads.item(id, policy, from: .timeEntry(id))
    }

    func observe(id: TimeEntry.ID) -> Snapshots<TimeEntry> {
        reads.observe(id, from: .timeEntry(id))
    }

    func add(_ new: NewTimeEntry) async throws(TimeEntryServiceError) -> Submission<TimeEntry> {
        guard let id = try? TimeEntry.ID(identifiers.next().text) else { throw .notFound(nil) }
        let local = TimeEntry(id: id, new)
        return try await outbox.submit(TimeEntryChange.add(local)).map { (try? TimeEntryChange.added($0)) ?? local }
    }

    func delete(id: TimeEntry.ID) async throws(TimeEntryServiceError) -> Submission<Void> {
        try await outbox.submit(TimeEntryChange.delete(id)).map { _ in }
    }
}

extension AccountBackend {
    /// Reads and changes time entries.
    public var timeEntries: any TimeEntryService { RemoteTimeEntryService(self) }
}

/// A change of the list of time entries, as the outbox stores it.
enum TimeEntryChange: OutboxChange {
    /// This machine chooses the id, and the server keeps it.
    case add(TimeEntry)
    case delete(TimeEntry.ID)

    static var kind: String { "time_entry" }

    var itemID: String { id.text }

    var summary: String {
        switch self {
        case .add(let timeEntry): "add the time entry \(timeEntry.task)"
        case .delete(let id): "delete the time entry \(id.text)"
        }
    }

    var effect: Overlay<TimeEntry>.Effect {
        switch self {
        case .add(let timeEntry): .adds(timeEntry)
        case .delete(let id): .deletes(id)
        }
    }

    func request() -> ChangeRequest {
        switch self {
        case .add(let timeEntry): ChangeRequest(.post, "/time-entries", body: timeEntry)
        case .delete(let id): ChangeRequest(.delete, "/time-entries/\(id.text)")
        }
    }

    func merged(with later: TimeEntryChange) -> MergedChange<TimeEntryChange> {
        switch (self, later) {
        case (.add, .delete): .removeBoth
        case (.delete, .delete): .replace(self)
        case (_, .add): .keepBoth
        }
    }

    func store(
        _ response: Data, of owner: DataOwner, in records: any RecordStorage, at now: Date
    ) async throws(StoreError) {
        let copies = RecordStore.timeEntries(of: owner, in: records)
        switch self {
        case .add(let local): try await copies.append((try? Self.added(response)) ?? local, storedAt: now)
        case .delete(let id): try await copies.remove(id: id)
        }
    }

    /// The time entry in the server's response.
    static func added(_ response: Data) throws -> TimeEntry {
        try JSONCoding().decode(TimeEntry.self, from: response)
    }

    private var id: TimeEntry.ID {
        switch self {
        case .add(let timeEntry): timeEntry.id
        case .delete(let id): id
        }
    }
}

extension OutboxKind {
    /// Adding and deleting time entries.
    public static var timeEntries: OutboxKind { OutboxKind(TimeEntryChange.self) }
}

extension RecordStore<TimeEntry> {
    fileprivate static func timeEntries(of owner: DataOwner, in records: any RecordStorage) -> Self {
        RecordStore("time_entries", of: owner, in: records)
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
}
