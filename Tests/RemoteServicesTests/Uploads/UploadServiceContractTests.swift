import ContractSuites
import RemoteServices
import Services
import Testing

@Suite(.failsOnUnexpectedCalls)
struct UploadServiceContractTests {
    @Test(
        "the upload service passes its contract on the real backend",
        .enabled(if: TestServer.isAvailable, TestServer.absence), arguments: UploadServiceContract.clauses)
    func live(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the upload service passes its contract on FakeBackend", arguments: UploadServiceContract.clauses)
    func fakeBackend(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }

    @Test("the contract rejects a faulty upload service", arguments: UploadServiceMutant.allCases)
    func mutant(mutant: UploadServiceMutant) async throws {
        try await expectBreach(of: UploadServiceContract.clauses) { try mutant.subject() }
    }
}
