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
