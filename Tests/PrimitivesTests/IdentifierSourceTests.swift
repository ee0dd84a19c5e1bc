import ContractSuites
import Foundation
import Primitives
import TestSupport
import Testing

@Suite("IdentifierSource") struct IdentifierSourceTests {
    private struct ConstantIdentifierSource: IdentifierSource {
        func next() -> UUID { SequentialIdentifierSource.identifier(1) }
    }

    @Test("RandomIdentifierSource passes the contract", arguments: IdentifierSourceContract.clauses)
    func random(clause: ContractClause<any IdentifierSource>) async throws {
        try await clause.check(RandomIdentifierSource())
    }

    @Test("SequentialIdentifierSource passes the contract", arguments: IdentifierSourceContract.clauses)
    func sequential(clause: ContractClause<any IdentifierSource>) async throws {
        try await clause.check(SequentialIdentifierSource())
    }

    @Test(
        "a source that repeats identifiers breaks the clauses about uniqueness",
        arguments: IdentifierSourceContract.clauses[..<2])
    func mutant(clause: ContractClause<any IdentifierSource>) async throws {
        try await expectBreach(of: [clause]) { ConstantIdentifierSource() as any IdentifierSource }
    }

    @Test("sequential identifiers can be named in advance")
    func sequence() {
        let source = SequentialIdentifierSource()
        #expect(source.next().uuidString == "00000000-0000-4000-8000-000000000001")
        #expect(source.next() == SequentialIdentifierSource.identifier(2))
        #expect(SequentialIdentifierSource.identifier(0x1234_5678).uuidString.hasSuffix("-000012345678"))
    }
}
