import ContractSuites
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

@Suite("Time entry services", .failsOnUnexpectedCalls)
struct TimeEntryServiceTests {
    @Test(
        "the live service fulfils the contract on a real backend",
        .enabled(if: TestServer.isAvailable, TestServer.absence), arguments: TimeEntryServiceContract.clauses)
    func live(clause: ContractClause<TimeEntryServiceSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test(
        "the live service fulfils the contract on FakeBackend",
        arguments: TimeEntryServiceContract.clauses.withoutServerRules())
    func fake(clause: ContractClause<TimeEntryServiceSubject>) async throws {
        try await clause.checkOnFakeBackend()
    }

    @Test("the contract rejects a service that always returns the same page, and one that every member shares")
    func mutants() async throws {
        let subject = try await TimeEntryServiceSubject(on: .fake())
        let listing = try await subject.mine.timeEntries(page: PageRequest(size: 100))
        let mock = MockTimeEntryService(
            timeEntries: .value(listing), timeEntry: .value(try .fixture()), add: .value(try .fixture()),
            delete: .success)
        for (mine, others) in [(mock as any TimeEntryService, subject.others), (subject.mine, subject.mine)] {
            var mutant = subject
            (mutant.mine, mutant.others) = (mine, others)
            try await expectBreach(of: TimeEntryServiceContract.clauses) { [mutant] in mutant }
        }
        #expect(!mock.calls.isEmpty)
    }

    @Test("a time entry that the server no longer has is in no copy")
    func gone() async throws {
        let backend = try ContractBackend.fake()
        let (services, account) = try await backend.services(of: .grace())
        let (elsewhere, same) = try await backend.services(of: .grace())
        let (here, there) = (services.timeEntries(of: account), elsewhere.timeEntries(of: same))
        let added = try await here.add(.fixture())
        _ = try await here.timeEntries(page: PageRequest(size: 5))
        try await there.delete(id: added.id)
        await expectFailure(.notFound) { try await here.delete(id: added.id) }
        backend.cutConnection()
        #expect(try await here.timeEntries(page: PageRequest(size: 5)).page.items.isEmpty)
    }

    @Test("an account that is not logged in gets that error, and no request is sent")
    func loggedOut() async throws {
        let services = try FakeBackend().services()
        let service = services.timeEntries(of: try .fixture())
        await expectFailure(.loggedOut) { try await service.timeEntries(page: PageRequest(size: 1)) }
        await expectFailure(.loggedOut) { try await service.delete(id: TimeEntry.ID("time-entry-1")) }
    }
}
