import Crypto
import Foundation
public import Primitives

/// ``Networking/ContentHashing`` by SHA-256 (FIPS 180-4) of swift-crypto, which on Apple's platforms is the system's
/// CryptoKit.
public struct SHA256Hashing: ContentHashing {
    /// A hashing without state.
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
