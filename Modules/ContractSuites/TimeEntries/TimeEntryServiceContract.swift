import Models
public import Services
import TestSupport
import Testing

/// The contract that every `TimeEntryService` fulfils.
public enum TimeEntryServiceContract {
    /// The clauses. Each needs a new subject with empty stores and a new backend.
    public static var clauses: [ContractClause<TimeEntryServiceSubject>] {
        [
            ContractClause("an added time entry comes back with every field, and is the last of the list") { subject in
                let new = try NewTimeEntry.fixture()
                let added = try await subject.mine.add(new)
                #expect(added == TimeEntry(id: added.id, new))
                #expect(try await subject.mine.timeEntry(id: added.id) == added)
                #expect(try await subject.list().items.last == added)
            },
            ContractClause("pages list each time entry once") { subject in
                for _ in 1...3 { _ = try await subject.mine.add(.fixture()) }
                let whole = try await subject.list()
                #expect(whole.items.count == whole.total && whole.total >= 3)
                var listed: [TimeEntry] = []
                for number in 1...whole.total {
                    listed += try await subject.list(PageRequest(number: number, size: 1)).items
                }
                #expect(listed == whole.items && Set(listed.map(\.id)).count == whole.total)
            },
            ContractClause("a deleted time entry is in no list and no copy, and deleting it again finds nothing") {
                subject in
                let added = try await subject.mine.add(.fixture())
                _ = try await subject.list()
                try await subject.mine.delete(id: added.id)
                await expectFailure(.notFound) { try await subject.mine.delete(id: added.id) }
                #expect(try await subject.list().items.contains(added) == false)
                subject.backend.cutConnection()
                #expect(
                    try await subject.mine.timeEntries(page: PageRequest(size: 100)).page.items.contains(added) == false
                )
            },
            ContractClause("no member reads or deletes the time entries of another") { subject in
                let added = try await subject.mine.add(.fixture())
                await expectFailure(.notFound) { try await subject.others.timeEntry(id: added.id) }
                await expectFailure(.notFound) { try await subject.others.delete(id: added.id) }
                let listing = try await subject.others.timeEntries(page: PageRequest(size: 100))
                #expect(!listing.page.items.contains(added))
                #expect(try await subject.mine.timeEntry(id: added.id) == added)
            },
            ContractClause("without a connection a list is the stored copy, and nothing else succeeds") { subject in
                let added = try await subject.mine.add(.fixture())
                let whole = try await subject.list()
                subject.backend.cutConnection()
                let listing = try await subject.mine.timeEntries(page: PageRequest(size: 100))
                #expect(listing.page == whole)
                guard case .stored = listing.source else {
                    Issue.record("the page is said to be the server's")
                    return
                }
                let first = try await subject.mine.timeEntries(page: PageRequest(size: 1)).page
                #expect(first.items == Array(whole.items.prefix(1)) && first.total == whole.total)
                await expectFailure(.network) { try await subject.mine.timeEntry(id: added.id) }
                await expectFailure(.network) { try await subject.mine.add(.fixture()) }
                await expectFailure(.network) { try await subject.mine.delete(id: added.id) }
            },
            ContractClause("a cancelled call reports cancellation") { subject in
                _ = try await subject.list()
                await expectFailure(.cancelled) { try await inCancelledTask { try await subject.list() } }
            },
        ]
    }
}

extension TimeEntryServiceSubject {
    /// Returns the member's page as the server sent it. Records an issue for a stored copy.
    fileprivate func list(_ request: PageRequest? = nil) async throws -> Page<TimeEntry> {
        let request = if let request { request } else { try PageRequest(size: 100) }
        let listing = try await mine.timeEntries(page: request)
        if case .stored = listing.source { Issue.record("the page is a stored copy") }
        return listing.page
    }
}

/// The subject of ``TimeEntryServiceContract``: the services of two members, and their backend.
public struct TimeEntryServiceSubject: BackendSubject {
    public var mine: any TimeEntryService
    public var others: any TimeEntryService
    public let backend: ContractBackend

    public init(on backend: ContractBackend) async throws {
        let (services, account) = try await backend.services(of: .grace())
        let (otherServices, other) = try await backend.services(of: .ada())
        mine = services.timeEntries(of: account)
        others = otherServices.timeEntries(of: other)
        self.backend = backend
    }
}
