import Foundation
public import Primitives

#if canImport(CryptoKit)
import CryptoKit
#else
import CLibcrypto
#endif

/// Computes SHA-256 digests (FIPS 180-4) with the system's library: CryptoKit on Apple platforms, libcrypto elsewhere.
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

#if !canImport(CryptoKit)
/// CryptoKit's `SHA256`, as far as it is used above, on libcrypto's EVP interface. A copy is independent: the first
/// update after a copy duplicates the context.
private struct SHA256 {
    private var context = Context()

    mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&context) { context = Context(copying: context) }
        context.check(EVP_DigestUpdate(context.pointer, bytes.baseAddress, bytes.count))
    }

    func finalize() -> [UInt8] {
        // libcrypto's final step ends a context, and more bytes may follow a digest.
        let last = Context(copying: context)
        return [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
            last.check(EVP_DigestFinal_ex(last.pointer, bytes.baseAddress, nil))
            count = 32
        }
    }
}

private final class Context {
    let pointer = EVP_MD_CTX_new()

    init() {
        check(EVP_DigestInit_ex(pointer, EVP_sha256(), nil))
    }

    init(copying other: Context) {
        check(EVP_MD_CTX_copy_ex(pointer, other.pointer))
    }

    deinit {
        EVP_MD_CTX_free(pointer)
    }

    /// SHA-256 of bytes in memory fails only if memory is exhausted or libcrypto is configured to refuse it. The
    /// process ends then, because wrong bytes must not be used as a digest.
    func check(_ result: CInt) {
        precondition(result == 1, "libcrypto could not compute SHA-256")
    }
}
#endif
