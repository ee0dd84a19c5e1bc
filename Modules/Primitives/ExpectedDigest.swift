/// A digest that content must have, with the means to compute it.
public struct ExpectedDigest: Sendable {
    public let digest: ContentDigest
    package let hashing: any ContentHashing

    /// - Parameter hexadecimal: as a publisher prints it; `nil` is returned if it is no such text.
    public init?(_ hexadecimal: String, by hashing: any ContentHashing) {
        guard let digest = ContentDigest(algorithm: hashing.algorithm, hexadecimal: hexadecimal) else { return nil }
        self.digest = digest
        self.hashing = hashing
    }
}
