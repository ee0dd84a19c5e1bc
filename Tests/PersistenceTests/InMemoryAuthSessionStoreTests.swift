import ContractSuites
import EngineContracts
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
        try await clause.check(MockAuthSessionStore())
    }

    @Test("a mock records failed calls too, and prints no token")
    func recording() async throws {
        let (authSession, error) = (try AuthSession.fixture(), StoreError.busy(path: "/x"))
        let store = MockAuthSessionStore { call in call == .load ? nil : error }
        await #expect(throws: error) { try await store.save(authSession) }
        #expect(try await store.load() == nil)
        #expect(store.calls == [.save(authSession), .load])
        #expect(!"\(store.calls)".contains("access-1") && !String(reflecting: store.calls).contains("refresh-1"))
    }
}
