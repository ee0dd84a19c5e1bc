import ContractSuites
import Persistence
import TestSupport
import Testing

@Suite("InMemoryUserStore") struct InMemoryUserStoreTests {
    @Test("passes the contract", arguments: UserStoreContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await clause.check(.inMemory())
    }
}
