import ContractSuites
import Persistence
import TestSupport
import Testing

@Suite("InMemorySignInStore") struct InMemorySignInStoreTests {
    @Test("keeps the contract", arguments: SignInStoreContract.clauses)
    func contract(clause: ContractClause<any SignInStore>) async throws {
        try await clause.check(InMemorySignInStore())
    }

    @Test("keeps the contract behind a recording mock", arguments: SignInStoreContract.clauses)
    func recording(clause: ContractClause<any SignInStore>) async throws {
        try await clause.check(RecordingSignInStore())
    }

    @Test("may begin with what an earlier run kept")
    func initial() async throws {
        let signIn = try SignIn.fixture()
        #expect(try await InMemorySignInStore(signIn).load() == signIn)
    }
}
