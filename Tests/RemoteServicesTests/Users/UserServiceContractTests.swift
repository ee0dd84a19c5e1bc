import ContractSuites
import RemoteServices
import Services
import Testing

@Suite(.failsOnUnexpectedCalls)
struct UserServiceContractTests {
    @Test(
        "the user service passes its contract on the real backend",
        .enabled(if: TestServer.isAvailable, TestServer.absence), arguments: UserServiceContract.clauses)
    func live(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the user service passes its contract on FakeBackend", arguments: UserServiceContract.clauses)
    func fakeBackend(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }

    @Test("the contract rejects a faulty user service", arguments: UserServiceMutant.allCases)
    func mutant(mutant: UserServiceMutant) async throws {
        try await expectBreach(of: UserServiceContract.clauses) { try mutant.subject() }
    }
}
