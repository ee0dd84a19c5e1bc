import Digests
import EngineContracts
import Networking
import Primitives
import Testing

@Suite("SHA-256 by the platform's library")
struct SHA256HashingTests {
    @Test("SHA256Hashing passes the contract", arguments: ContentHashingContract.clauses)
    func contract(clause: ContractClause<any ContentHashing>) async throws {
        try await clause.check(SHA256Hashing())
    }
}
