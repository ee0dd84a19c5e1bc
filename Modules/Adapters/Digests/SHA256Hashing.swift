import Crypto
import Foundation
public import Primitives

/// Computes SHA-256 digests (FIPS 180-4) with swift-crypto, which uses the system's CryptoKit on Apple platforms.
public struct SHA256Hashing: ContentHashing {
    /// Creates an instance. It has no state, so you may create as many as you like.
    public init() {}

    public var algorithm: String { "sha-256" }

    public func begin() -> any ContentHash {
        Running()
    }

    private struct Running: ContentHash {
        var hash = SHA256()

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            hash.update(bufferPointer: bytes)
        }

        func digest() -> ContentDigest {
            ContentDigest(algorithm: "sha-256", bytes: Data(hash.finalize()))
        }
    }
}
