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
