import Foundation
public import Networking

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// ``Networking/ContentHashing`` by SHA-256 (FIPS 180-4): the operating system's on Apple's platforms, swift-crypto's
/// everywhere else.
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
