import ContractSuites
import Persistence
import TestSupport
import Testing

@Suite("InMemoryAuthSessionStore") struct InMemoryAuthSessionStoreTests {
    @Test("keeps the contract", arguments: AuthSessionStoreContract.clauses)
    func contract(clause: ContractClause<any AuthSessionStore>) async throws {
        try await clause.check(InMemoryAuthSessionStore())
    }

    @Test("keeps the contract behind a mock", arguments: AuthSessionStoreContract.clauses)
    func mock(clause: ContractClause<any AuthSessionStore>) async throws {
        try await clause.check(MockAuthSessionStore(over: InMemoryAuthSessionStore()))
    }

    @Test("may begin with what an earlier run kept")
    func initial() async throws {
        let authSession = try AuthSession.fixture()
        #expect(try await InMemoryAuthSessionStore(authSession).load() == authSession)
    }
}
