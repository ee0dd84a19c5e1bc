import ContractSuites
import RemoteServices
import Services
import Testing

/// A contract that no implementation can break proves nothing.
struct ServiceContractMutantTests {
    @Test("each contract rejects its mutants", arguments: ServiceMutant.allCases)
    func mutant(mutant: ServiceMutant) async throws {
        let clauses = AuthServiceContract.clauses + UserServiceContract.clauses + UploadServiceContract.clauses
        try await expectBreach(of: clauses) { try mutant.subject() }
    }
}
