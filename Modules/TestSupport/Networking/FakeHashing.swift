import Foundation
public import Primitives

/// A fake of `ContentHashing`: SHA-256 without a library, for content that fits in memory.
public struct FakeHashing: ContentHashing {
    /// Creates an instance whose algorithm is `sha-256`.
    public init() {}

    public var algorithm: String { "sha-256" }

    public func begin() -> any ContentHash {
        Stored()
    }

    private struct Stored: ContentHash {
        var bytes = Data()

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            self.bytes.append(contentsOf: bytes)
        }

        func digest() -> ContentDigest {
            let digest = ContentDigest(algorithm: "sha-256", hexadecimal: SHA256Digest.hexadecimal(of: bytes))
            return digest ?? ContentDigest(algorithm: "sha-256", bytes: Data())
        }
    }
}
