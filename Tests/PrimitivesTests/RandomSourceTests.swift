import EngineContracts
import EngineTestSupport
import Foundation
import Primitives
import Testing

@Suite("RandomSource") struct RandomSourceTests {
    private struct ConstantRandomSource: RandomSource {
        let number: UInt64
        func next() -> UInt64 { number }
    }

    @Test("SystemRandomSource passes the contract", arguments: RandomSourceContract.clauses)
    func system(clause: ContractClause<any RandomSource>) async throws {
        try await clause.check(SystemRandomSource())
    }

    @Test("SeededRandomSource passes the contract", arguments: RandomSourceContract.clauses)
    func seeded(clause: ContractClause<any RandomSource>) async throws {
        try await clause.check(SeededRandomSource(seed: 42))
    }

    @Test("a source that always returns the same number breaks each clause", arguments: RandomSourceContract.clauses)
    func mutant(clause: ContractClause<any RandomSource>) async throws {
        try await expectBreach(of: [clause]) { ConstantRandomSource(number: 4) as any RandomSource }
    }

    @Test(
        "the unit interval includes 0 and excludes 1",
        arguments: [
            (UInt64.min, 0), (1 << 11 - 1, 0), (1 << 11, 0x1p-53), (1 << 63, 0.5), (.max, 1 - 0x1p-53),
        ] as [(UInt64, Double)])
    func unitInterval(number: UInt64, unit: Double) {
        #expect(ConstantRandomSource(number: number).nextUnit() == unit)
    }

    @Test("SplitMix64 returns the numbers of its reference implementation")
    func knownResponses() {
        let source = SeededRandomSource(seed: 1_234_567)
        #expect(
            (1...5).map { _ in source.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }
}

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

@Suite("An identifier's text")
struct UUIDTextTests {
    @Test("the text is Foundation's in lower case, for any bytes")
    func sameAsFoundation() {
        for _ in 0..<1_000 {
            let id = RandomIdentifierSource().next()
            #expect(id.text == id.uuidString.lowercased())
        }
    }
}
