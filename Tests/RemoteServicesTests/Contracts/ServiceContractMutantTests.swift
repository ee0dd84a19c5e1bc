import RemoteServices
import Services
import TestSupport
import Testing

/// A contract that nothing can break promises nothing.
struct ServiceContractMutantTests {
    @Test("the contracts find what is wrong", arguments: ServiceMutant.allCases)
    func mutant(mutant: ServiceMutant) async throws {
        let clauses = AuthServiceContract.clauses + UserServiceContract.clauses + UploadServiceContract.clauses
        // Recorded issues are what is expected here; that there is none at all would be the failure.
        await withKnownIssue {
            for clause in clauses { try await clause.check(mutant.subject()) }
        }
    }
}
