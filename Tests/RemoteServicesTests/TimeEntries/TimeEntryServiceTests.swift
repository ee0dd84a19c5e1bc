import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
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
        "the live service fulfills the contract on a real backend",
        .enabled(if: TestServer.isAvailable, TestServer.absence), arguments: TimeEntryServiceContract.clauses)
    func live(clause: ContractClause<TimeEntryServiceSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test(
        "the live service fulfills the contract on FakeBackend",
        arguments: TimeEntryServiceContract.clauses.withoutServerRules())
    func fake(clause: ContractClause<TimeEntryServiceSubject>) async throws {
        try await clause.checkOnFakeBackend()
    }

    @Test("the contract rejects a service that works on another connection, and one that every member shares")
    func mutants() async throws {
        try await expectBreach(of: TimeEntryServiceContract.clauses) {
            let backend = try FakeBackend()
            var mutant = try await TimeEntryServiceSubject(on: backend)
            let services = try RemoteServicesFixture(over: ignoringQueries(backend), at: backend.environment)
            let account = try await services.auth.login(KnownAccount.grace().credentials)
            mutant.mine = try services.open(account).timeEntries
            return mutant
        }
        try await expectBreach(of: TimeEntryServiceContract.clauses) {
            var mutant = try await TimeEntryServiceSubject(on: FakeBackend())
            mutant.others = mutant.mine
            return mutant
        }
    }

    @Test("a time entry that the server no longer has is in no copy")
    func gone() async throws {
        let backend = try FakeBackend()
        let (services, account) = try await backend.services(of: .grace())
        let (elsewhere, same) = try await backend.services(of: .grace())
        let here = try services.open(account).timeEntries
        let there = try elsewhere.open(same).timeEntries
        let added = try await here.add(.fixture()).value
        _ = try await here.timeEntries(page: PageRequest(size: 5))
        _ = try await there.delete(id: added.id)
        await expectFailure(.notFound) { try await here.delete(id: added.id) }
        backend.cutConnection()
        #expect(try await here.timeEntries(page: PageRequest(size: 5)).value.items.isEmpty)
    }

    @Test("without a login, a call throws loggedOut and sends no request")
    func loggedOut() async throws {
        let services = try RemoteServicesFixture(over: MockTransport())
        let service = try services.open(.fixture()).timeEntries
        await expectFailure(.loggedOut) { try await service.timeEntries(page: PageRequest(size: 1)) }
        await expectFailure(.loggedOut) { try await service.delete(id: TimeEntry.ID("time-entry-1")) }
    }
}

extension TimeEntryServiceSubject: BackendSubject {
    init(on backend: any ContractBackend) async throws {
        let (services, account) = try await backend.services(of: .grace())
        let (otherServices, other) = try await backend.services(of: .ada())
        let mine = try services.open(account)
        self.init(
            mine: mine.timeEntries, outbox: mine.outbox,
            others: try otherServices.open(other).timeEntries, on: backend)
    }
}
