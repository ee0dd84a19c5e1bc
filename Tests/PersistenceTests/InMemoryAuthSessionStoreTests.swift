import ContractSuites
import Persistence
import TestSupport
import Testing

@Suite("InMemorySignInStore") struct InMemoryAuthSessionStoreTests {
    @Test("keeps the contract", arguments: AuthSessionStoreContract.clauses)
    func contract(clause: ContractClause<any AuthSessionStore>) async throws {
        try await clause.check(InMemoryAuthSessionStore())
    }

    @Test("keeps the contract behind a recording mock", arguments: AuthSessionStoreContract.clauses)
    func recording(clause: ContractClause<any AuthSessionStore>) async throws {
        try await clause.check(RecordingAuthSessionStore())
    }

    @Test("may begin with what an earlier run kept")
    func initial() async throws {
        let authSession = try AuthSession.fixture()
        #expect(try await InMemoryAuthSessionStore(authSession).load() == authSession)
    }
}
