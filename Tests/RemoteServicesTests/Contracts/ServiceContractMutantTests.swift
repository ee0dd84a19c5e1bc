import ContractSuites
import RemoteServices
import Services
import Testing

/// A contract that nothing can break promises nothing.
struct ServiceContractMutantTests {
    @Test("the contracts find what is wrong", arguments: ServiceMutant.allCases)
    func mutant(mutant: ServiceMutant) async throws {
        let clauses = AuthServiceContract.clauses + UserServiceContract.clauses + UploadServiceContract.clauses
        try await expectBreach(of: clauses) { try mutant.subject() }
    }
}
