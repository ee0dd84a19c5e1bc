/// Computes the digest of bytes that come piece by piece: the port to a cryptography library.
///
/// Choose one that exists (`SHA256Hashing` of Digests), or write one for another algorithm; then run
/// `ContentHashingContract` of TestSupport on it. One hashing starts as many digests as are wanted, at once too.
public protocol ContentHashing: Sendable {
    /// The algorithm's name in the registry of RFC 9530 section 7.2, such as `sha-256`.
    var algorithm: String { get }

    /// Begins the digest of no bytes yet.
    func begin() -> any ContentHash
}

/// A digest under way. It belongs to one task.
public protocol ContentHash {
    /// Takes in the bytes that follow those before. How they are cut into pieces makes no difference.
    mutating func update(_ bytes: UnsafeRawBufferPointer)

    /// The digest of all bytes so far; more may follow.
    func digest() -> ContentDigest
}
