import Foundation
public import Primitives
import Testing

/// The contract that every `ContentHashing` fulfills. Clauses about digest values apply to `sha-256` only, all others
/// to every algorithm.
public enum ContentHashingContract {
    /// The clauses of the contract.
    public static var clauses: [ContractClause<any ContentHashing>] {
        [
            ContractClause("SHA-256 digests match those that NIST publishes") { hashing in
                guard hashing.algorithm == "sha-256" else { return }
                for (text, digest) in publishedDigests {
                    #expect(hashing.digest([Data(text.utf8)]).hexadecimal == digest)
                }
                // One million letters a.
                let pieces = Array(repeating: Data(repeating: UInt8(ascii: "a"), count: 15_625), count: 64)
                #expect(
                    hashing.digest(pieces).hexadecimal
                        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
            },
            ContractClause("a digest names its algorithm in lower case without spaces") { hashing in
                #expect(hashing.digest([]).algorithm == hashing.algorithm)
                #expect(hashing.algorithm == hashing.algorithm.lowercased())
                #expect(!hashing.algorithm.contains(where: \.isWhitespace) && !hashing.algorithm.isEmpty)
            },
            ContractClause("the digest does not depend on how the bytes are split") { hashing in
                let bytes = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
                let whole = hashing.digest([bytes])
                for size in [1, 3, 55, 56, 63, 64, 65, 119, 128, 999] {
                    let pieces = stride(from: 0, to: bytes.count, by: size).map {
                        bytes[$0..<min($0 + size, bytes.count)]
                    }
                    #expect(hashing.digest(pieces) == whole, "pieces of \(size)")
                }
                #expect(hashing.digest([Data(), bytes, Data()]) == whole)
            },
            ContractClause("other bytes, another order and another length give other digests") { hashing in
                let digests = [[1, 2, 3], [1, 2, 4], [2, 1, 3], [1, 2], [1, 2, 3, 0], []].map {
                    hashing.digest([Data($0)])
                }
                #expect(Set(digests).count == digests.count)
            },
            ContractClause("more bytes may follow after the digest was read") { hashing in
                var hash = hashing.begin()
                hash.take(Data([1, 2]))
                #expect(hash.digest() == hashing.digest([Data([1, 2])]))
                #expect(hash.digest() == hash.digest())
                hash.take(Data([3]))
                #expect(hash.digest() == hashing.digest([Data([1, 2, 3])]))
            },
            ContractClause("concurrent digests are independent") { hashing in
                var (first, second) = (hashing.begin(), hashing.begin())
                first.take(Data([1]))
                second.take(Data([2]))
                first.take(Data([3]))
                #expect(first.digest() == hashing.digest([Data([1, 3])]))
                #expect(second.digest() == hashing.digest([Data([2])]))
            },
            ContractClause("a copy of an unfinished digest is independent") { hashing in
                var first = hashing.begin()
                first.take(Data([1]))
                var second = first
                second.take(Data([2]))
                #expect(first.digest() == hashing.digest([Data([1])]))
                #expect(second.digest() == hashing.digest([Data([1, 2])]))
            },
        ]
    }

    /// The examples of FIPS 180-4 and the empty message, as published by the Cryptographic Algorithm Validation
    /// Program.
    private static let publishedDigests = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ]
}

extension ContentHashing {
    fileprivate func digest(_ pieces: [Data]) -> ContentDigest {
        var hash = begin()
        for piece in pieces { hash.take(piece) }
        return hash.digest()
    }
}

extension ContentHash {
    fileprivate mutating func take(_ bytes: Data) {
        bytes.withUnsafeBytes { update($0) }
    }
}
