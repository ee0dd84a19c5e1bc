import Foundation
public import Models
public import Networking
public import Persistence
public import Primitives
public import Services

/// Reads time entries from the backend and this machine, and changes them through the outbox.
public struct RemoteTimeEntryService: TimeEntryService {
    private let reads: StoredReads<Member, TimeEntry>
    private let outbox: Outbox
    private let identifiers: any IdentifierSource

    /// A service for the account of `outbox`.
    ///
    /// - Parameters:
    ///   - records: stores what the backend sends.
    ///   - time: its wall clock dates the stored entries.
    public init(
        session: Session<Member>, records: any RecordStorage, outbox: Outbox, time: any TimeSource,
        identifiers: any IdentifierSource
    ) {
        reads = StoredReads(
            session, copies: .timeEntries(of: outbox.owner, in: records), time: time,
            overlay: Overlay(of: outbox) { (change: TimeEntryChange) in change.effect })
        self.outbox = outbox
        self.identifiers = identifiers
    }

    public func timeEntries(
        page: PageRequest, _ policy: ReadPolicy
    ) async throws(TimeEntryServiceError) -> PageSnapshot<TimeEntry> {
        try await reads.page(page, policy, from: .timeEntries(page))
    }

    public func observe(page: PageRequest) -> Snapshots<Page<TimeEntry>> {
        reads.observe(page, from: .timeEntries(page))
    }

    public func timeEntry(
        id: TimeEntry.ID, _ policy: ReadPolicy
    ) async throws(TimeEntryServiceError) -> Snapshot<TimeEntry> {
        try await reads.item(id, policy, from: .timeEntry(id))
    }

    public func observe(id: TimeEntry.ID) -> Snapshots<TimeEntry> {
        reads.observe(id, from: .timeEntry(id))
    }

    public func add(_ new: NewTimeEntry) async throws(TimeEntryServiceError) -> Submission<TimeEntry> {
        guard let id = try? TimeEntry.ID(identifiers.next().text) else { throw .notFound(nil) }
        let local = TimeEntry(id: id, new)
        return try await outbox.submit(TimeEntryChange.add(local)).map { (try? TimeEntryChange.added($0)) ?? local }
    }

    public func delete(id: TimeEntry.ID) async throws(TimeEntryServiceError) -> Submission<Void> {
        try await outbox.submit(TimeEntryChange.delete(id)).map { _ in }
    }
}

/// A change of the list of time entries, as the outbox stores it.
enum TimeEntryChange: OutboxChange {
    /// The id is this machine's. The server keeps it.
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
