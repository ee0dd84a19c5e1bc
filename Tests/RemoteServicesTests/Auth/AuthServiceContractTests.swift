import ContractSuites
import RemoteServices
import Services
import Testing

/// The contract of the auth service, on the real backend over sockets and on FakeBackend. Both pass the same clauses, so
/// a test on FakeBackend tests what the app does with a real server.
@Suite(.failsOnUnexpectedCalls)
struct AuthServiceContractTests {
    @Test(
        "the auth service passes its contract on the real backend",
        .enabled(if: TestServer.isAvailable, TestServer.absence), arguments: AuthServiceContract.clauses)
    func live(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the auth service passes its contract on FakeBackend", arguments: AuthServiceContract.clauses)
    func fakeBackend(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }

    @Test("the contract rejects a faulty auth service", arguments: AuthServiceMutant.allCases)
    func mutant(mutant: AuthServiceMutant) async throws {
        try await expectBreach(of: AuthServiceContract.clauses) { try mutant.subject() }
    }
}
