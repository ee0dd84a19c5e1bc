public import EngineContracts
import Models
public import Services
import TestSupport
import Testing

/// The contract that every `TimeEntryService` fulfills.
public enum TimeEntryServiceContract {
    /// The clauses. Each needs a new subject with empty stores and a new backend.
    public static var clauses: [ContractClause<TimeEntryServiceSubject>] {
        [
            ContractClause("an added time entry comes back with every field, and is the last of the list") { subject in
                let new = try NewTimeEntry.fixture()
                let added = try await subject.add(new)
                #expect(added == TimeEntry(id: added.id, new))
                #expect(try await subject.mine.timeEntry(id: added.id).value == added)
                #expect(try await subject.list().items.last == added)
            },
            ContractClause("pages list each time entry once") { subject in
                for _ in 1...3 { _ = try await subject.add() }
                try await expectPages(of: 2) { try await subject.list($0) }
            },
            ContractClause("a deleted time entry is in no list and no copy, and deleting it again finds nothing") {
                subject in
                let added = try await subject.add()
                _ = try await subject.list()
                #expect(try await subject.mine.delete(id: added.id).pending == nil)
                await expectFailure(.notFound) { _ = try await subject.mine.delete(id: added.id) }
                #expect(try await subject.list().items.contains(added) == false)
                subject.backend.cutConnection()
                #expect(try await subject.whole().value.items.contains(added) == false)
            },
            ContractClause("no member reads or deletes the time entries of another") { subject in
                let added = try await subject.add()
                await expectFailure(.notFound) { _ = try await subject.others.timeEntry(id: added.id) }
                await expectFailure(.notFound) { _ = try await subject.others.delete(id: added.id) }
                let others = try await subject.others.timeEntries(page: PageRequest(size: 100))
                #expect(!others.value.items.contains(added))
                #expect(try await subject.mine.timeEntry(id: added.id).value == added)
            },
            ContractClause("without a connection, lists of any size and entries are the stored ones") { subject in
                let added = try await subject.add()
                let whole = try await subject.list()
                subject.backend.cutConnection()
                let stored = try await subject.whole()
                #expect(stored.value == whole && stored.source == .stored && stored.refreshError?.kind == .unreachable)
                let first = try await subject.mine.timeEntries(page: PageRequest(size: 1)).value
                #expect(first.items == Array(whole.items.prefix(1)) && first.total == whole.total)
                #expect(try await subject.mine.timeEntry(id: added.id).value == added)
                await expectFailure(.network) { _ = try await subject.mine.timeEntry(id: TimeEntry.ID("unknown")) }
            },
            ContractClause("what was never fetched is not the same as what does not exist") { subject in
                await expectFailure(.network) { _ = try await subject.whole(.storedOnly) }
                let whole = try await subject.list()
                #expect(try await subject.whole(.storedOnly).value == whole)
                #expect(try await subject.whole(.storedFirst).source == .stored)
                await expectFailure(.notFound) { _ = try await subject.mine.timeEntry(id: TimeEntry.ID("unknown")) }
            },
            ContractClause("changes without a connection are shown at once as pending, and sent once in order") {
                subject in
                _ = try await subject.add()
                let whole = try await subject.list()
                let gone = try #require(whole.items.first?.id)
                subject.backend.cutConnection()
                let added = try await subject.mine.add(.fixture())
                let deleted = try await subject.mine.delete(id: gone)
                #expect(added.pending != nil && deleted.pending != nil)
                let offline = try await subject.whole()
                let expected = whole.items.filter { $0.id != gone } + [added.value]
                #expect(offline.value.items == expected && offline.value.total == whole.total)
                #expect(offline.pending.map(\.itemID) == [added.value.id.text, gone.text])
                #expect(try await subject.mine.timeEntry(id: added.value.id).value == added.value)
                await expectFailure(.notFound) { _ = try await subject.mine.timeEntry(id: gone) }
                subject.backend.restoreConnection()
                let report = try await subject.outbox.send(now: true)
                #expect(report.sent == 2 && report.left.isEmpty && report.reason == nil)
                let online = try await subject.whole()
                #expect(online.value.items == expected && online.pending.isEmpty && online.source == .server)
                #expect(try await subject.whole(.storedOnly).value == online.value)
            },
            ContractClause("an observed list is the stored one at once, then the server's, then each change") {
                subject in
                _ = try await subject.list()
                var lists = subject.mine.observe(page: try PageRequest(size: 100)).makeAsyncIterator()
                let stored = try #require(try await lists.next()?.get())
                #expect(stored.source == .stored)
                var latest = stored
                while latest.source == .stored { latest = try #require(try await lists.next()?.get()) }
                subject.backend.cutConnection()
                let added = try await subject.mine.add(.fixture())
                while latest.pending.isEmpty { latest = try #require(try await lists.next()?.get()) }
                #expect(latest.value.items.last == added.value)
            },
            ContractClause("an observed time entry is shown, with a connection or without, until it is deleted") {
                subject in
                for isOffline in [false, true] {
                    let added = try await subject.add()
                    if isOffline { subject.backend.cutConnection() }
                    let entries = subject.mine.observe(id: added.id)
                    for await entry in entries {
                        let entry = try entry.get()
                        #expect(entry.value == added)
                        if entry.source == .server || isOffline { break }
                    }
                    #expect(try await (subject.mine.delete(id: added.id).pending != nil) == isOffline)
                    await expectFailure(.notFound) { for await entry in entries { _ = try entry.get() } }
                }
            },
            ContractClause("a cancelled call reports cancellation") { subject in
                _ = try await subject.list()
                await expectFailure(.cancelled) { try await inCancelledTask { try await subject.list() } }
            },
        ]
    }
}

extension TimeEntryServiceSubject {
    /// Returns the member's page as the server sent it. Records an issue for a stored one.
    fileprivate func list(_ request: PageRequest? = nil) async throws -> Page<TimeEntry> {
        let request = if let request { request } else { try PageRequest(size: 100) }
        let snapshot = try await mine.timeEntries(page: request)
        #expect(snapshot.source == .server && snapshot.pending.isEmpty)
        return snapshot.value
    }

    fileprivate func whole(_ policy: ReadPolicy = .networkFirst) async throws -> PageSnapshot<TimeEntry> {
        try await mine.timeEntries(page: PageRequest(size: 100), policy)
    }

    /// Adds a time entry that the server accepts.
    fileprivate func add(_ new: NewTimeEntry? = nil) async throws -> TimeEntry {
        let submission = try await mine.add(new ?? .fixture())
        #expect(submission.pending == nil)
        return submission.value
    }
}

/// The subject of ``TimeEntryServiceContract``: the services of two members, and their backend.
public struct TimeEntryServiceSubject: Sendable {
    public var mine: any TimeEntryService
    public var others: any TimeEntryService
    /// The member's changes that are not sent yet.
    let outbox: any OutboxService
    let backend: any ContractBackend

    public init(
        mine: any TimeEntryService, outbox: any OutboxService, others: any TimeEntryService,
        on backend: any ContractBackend
    ) {
        self.mine = mine
        self.outbox = outbox
        self.others = others
        self.backend = backend
    }
}
