import EngineContracts
import EngineTestSupport
import Foundation
import Primitives
import Testing

@Suite("Digests")
struct HashingTests {
    @Test("FakeHashing passes the contract", arguments: ContentHashingContract.clauses)
    func fake(clause: ContractClause<any ContentHashing>) async throws {
        try await clause.check(FakeHashing())
    }

    @Test("mutants break the contract", arguments: Mutant.Fault.allCases)
    func mutants(fault: Mutant.Fault) async throws {
        try await expectBreach(of: ContentHashingContract.clauses) { Mutant(fault: fault) }
    }

    @Test("a digest is parsed in either case and printed in lower case")
    func hexadecimal() {
        let digest = ContentDigest(algorithm: "sha-256", hexadecimal: "00fFA5")
        #expect(digest?.bytes == Data([0, 255, 165]))
        #expect(digest?.hexadecimal == "00ffa5")
        #expect(digest.map { "\($0)" } == "sha-256:00ffa5")
    }

    @Test("text that is not hexadecimal is not a digest", arguments: ["", "0", "0g", "0x00", " 00", "00 ", "００", "+1"])
    func notHexadecimal(text: String) {
        #expect(ContentDigest(algorithm: "sha-256", hexadecimal: text) == nil)
        #expect(ExpectedDigest(text, by: FakeHashing()) == nil)
    }

    struct Mutant: ContentHashing {
        enum Fault: CaseIterable {
            case otherValue, forgetsPieces, sortsBytes, endsWithDigest, otherName, sharesCopies
        }

        let fault: Fault
        var algorithm: String { fault == .otherName ? "SHA 256" : "sha-256" }

        func begin() -> any ContentHash {
            if fault == .sharesCopies { Shared() } else { Faulty(fault: fault) }
        }
    }

    private struct Faulty: ContentHash {
        let fault: Mutant.Fault
        var bytes: [UInt8] = []
        var first: [UInt8]?

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            if fault == .forgetsPieces { self.bytes = [] }
            if fault == .endsWithDigest, self.bytes.count == 2 { return }
            self.bytes += bytes
        }

        func digest() -> ContentDigest {
            var bytes = fault == .sortsBytes ? bytes.sorted() : bytes
            if fault == .otherValue { bytes.append(0) }
            var hash = FakeHashing().begin()
            bytes.withUnsafeBytes { hash.update($0) }
            return hash.digest()
        }
    }

    /// Not thread-safe, and not meant to be: a hash belongs to one task.
    private struct Shared: ContentHash {
        final class Box {
            var hash = FakeHashing().begin()
        }

        let box = Box()

        mutating func update(_ bytes: UnsafeRawBufferPointer) { box.hash.update(bytes) }
        func digest() -> ContentDigest { box.hash.digest() }
    }
}
