import ContractSuites
import Persistence
import TestSupport
import Testing

@Suite("InMemoryAuthSessionStore") struct InMemoryAuthSessionStoreTests {
    @Test("passes the contract", arguments: AuthSessionStoreContract.clauses)
    func contract(clause: ContractClause<any AuthSessionStore>) async throws {
        try await clause.check(InMemoryAuthSessionStore())
    }

    @Test("passes the contract behind a mock", arguments: AuthSessionStoreContract.clauses)
    func mock(clause: ContractClause<any AuthSessionStore>) async throws {
        try await clause.check(MockAuthSessionStore(over: InMemoryAuthSessionStore()))
    }

    @Test("an in-memory store can start with a stored auth session")
    func initial() async throws {
        let authSession = try AuthSession.fixture()
        #expect(try await InMemoryAuthSessionStore(authSession).load() == authSession)
    }
}
