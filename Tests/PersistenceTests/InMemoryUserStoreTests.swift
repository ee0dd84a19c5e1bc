import Persistence
import TestSupport
import Testing

@Suite("InMemoryUserStore") struct InMemoryUserStoreTests {
    @Test("keeps the contract", arguments: UserStoreContract.clauses)
    func contract(clause: ContractClause<any UserStore>) async throws {
        try await clause.check(InMemoryUserStore())
    }

    @Test("keeps the contract behind a recording mock", arguments: UserStoreContract.clauses)
    func recording(clause: ContractClause<any UserStore>) async throws {
        try await clause.check(RecordingUserStore())
    }
}
