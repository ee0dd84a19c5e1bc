import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import CLibcrypto
#endif

extension Data {
    /// The SHA-256 digest (FIPS 180-4) of the chunks, computed by the system's library.
    static func sha256(of chunks: some Sequence<Data>) -> Data {
        #if canImport(CryptoKit)
        var hash = SHA256()
        for chunk in chunks { hash.update(data: chunk) }
        return Data(hash.finalize())
        #else
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var isComputed = EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        for chunk in chunks {
            isComputed =
                chunk.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) } == 1 && isComputed
        }
        let digest = [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
            isComputed = EVP_DigestFinal_ex(context, bytes.baseAddress, nil) == 1 && isComputed
            count = 32
        }
        // It fails only if memory is exhausted or libcrypto is configured to refuse it.
        precondition(isComputed, "libcrypto could not compute SHA-256")
        return Data(digest)
        #endif
    }

    var sha256: Data { .sha256(of: CollectionOfOne(self)) }

    /// Two lower-case hexadecimal digits for each byte.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
