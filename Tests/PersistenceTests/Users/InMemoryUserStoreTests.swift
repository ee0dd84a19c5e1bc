import ContractSuites
import Persistence
import TestSupport
import Testing

@Suite("InMemoryUserStore") struct InMemoryUserStoreTests {
    @Test("passes the contract", arguments: UserStoreContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await clause.check(.inMemory())
    }

    @Test("passes the contract behind mocks", arguments: UserStoreContract.clauses)
    func mocks(clause: ContractClause<AccountStores>) async throws {
        let stores = AccountStores.inMemory()
        try await clause.check(
            AccountStores(
                authSessions: MockAuthSessionStore(over: stores.authSessions), pages: stores.pages,
                users: MockUserStore(over: stores.users))
        )
    }
}
