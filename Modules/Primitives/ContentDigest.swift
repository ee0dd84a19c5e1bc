public import Foundation

/// A cryptographic hash of some content: equal digests mean equal bytes. It is not secret.
public struct ContentDigest: Sendable, Hashable {
    /// The algorithm's name in the registry of RFC 9530 section 7.2, such as `sha-256`.
    public let algorithm: String
    /// The hash itself, 32 bytes for `sha-256`.
    public let bytes: Data

    public init(algorithm: String, bytes: Data) {
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// A digest from hexadecimal text, in upper or lower case; `nil` for any other text.
    public init?(algorithm: String, hexadecimal: String) {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        guard !digits.isEmpty, digits.count == hexadecimal.utf8.count, digits.count.isMultiple(of: 2) else {
            return nil
        }
        let pairs = stride(from: 0, to: digits.count, by: 2)
        self.init(algorithm: algorithm, bytes: Data(pairs.map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }))
    }

    /// The digest in lower-case hexadecimal, two digits for each byte.
    public var hexadecimal: String {
        bytes.map { byte in (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

extension ContentDigest: CustomStringConvertible {
    public var description: String { "\(algorithm):\(hexadecimal)" }
}

/// Computes digests incrementally with one algorithm: the port to a cryptography library.
///
/// Use `SHA256Hashing` of the module Digests, or implement another algorithm and run `ContentHashingContract` of the
/// module ContractSuites on it. One instance may compute several digests at the same time.
public protocol ContentHashing: Sendable {
    /// The algorithm's name in the registry of RFC 9530 section 7.2, such as `sha-256`.
    var algorithm: String { get }

    /// Starts a digest without any bytes.
    func begin() -> any ContentHash
}

/// A digest in progress. Only one task may use it.
public protocol ContentHash {
    /// Appends bytes. The result does not depend on how the content is split over calls.
    mutating func update(_ bytes: UnsafeRawBufferPointer)

    /// The digest of all bytes so far. You can append more bytes afterwards.
    func digest() -> ContentDigest
}

/// The digest that some content must have, with the algorithm that verifies it.
public struct ExpectedDigest: Sendable {
    public let digest: ContentDigest
    package let hashing: any ContentHashing

    /// Returns `nil` if `hexadecimal` is not pairs of hexadecimal digits.
    public init?(_ hexadecimal: String, by hashing: any ContentHashing) {
        guard let digest = ContentDigest(algorithm: hashing.algorithm, hexadecimal: hexadecimal) else { return nil }
        self.digest = digest
        self.hashing = hashing
    }
}
