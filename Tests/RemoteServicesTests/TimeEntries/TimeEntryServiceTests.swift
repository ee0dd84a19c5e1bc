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
        try await LiveServices.withBackend { environment, transport in
            try await clause.check(
                .remote(over: transport, at: environment, time: SystemTimeSource()) { transport.cut() })
        }
    }

    @Test("the live service fulfils the contract on FakeBackend", arguments: TimeEntryServiceContract.clauses)
    func fake(clause: ContractClause<TimeEntryServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }

    @Test("the contract rejects a service that always returns the same page, and one that every member shares")
    func mutants() async throws {
        let subject = try await TimeEntryServiceSubject.fakeBackend()
        let listing = try await subject.mine.timeEntries(page: PageRequest(size: 100))
        let mock = MockTimeEntryService(
            timeEntries: .value(listing), timeEntry: .value(try .fixture()), add: .value(try .fixture()),
            delete: .success)
        for (mine, others) in [(mock as any TimeEntryService, subject.others), (subject.mine, subject.mine)] {
            try await expectBreach(of: TimeEntryServiceContract.clauses) {
                TimeEntryServiceSubject(mine: mine, others: others, cutConnection: {})
            }
        }
        #expect(!mock.calls.isEmpty)
    }

    @Test("an account that is not logged in gets that error, and no request is sent")
    func loggedOut() async throws {
        let services = try FakeBackend().services()
        let service = services.timeEntries(of: try .fixture())
        await expectFailure(.loggedOut) { try await service.timeEntries(page: PageRequest(size: 1)) }
        await expectFailure(.loggedOut) { try await service.delete(id: TimeEntry.ID("time-entry-1")) }
    }
}
