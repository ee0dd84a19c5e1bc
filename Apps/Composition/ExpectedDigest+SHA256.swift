import Digests
public import Primitives

extension ExpectedDigest {
    /// A SHA-256 digest as a server announces it; `nil` unless the text is 64 hexadecimal digits.
    public init?(sha256 hexadecimal: String) {
        guard hexadecimal.count == 64 else { return nil }
        self.init(hexadecimal, by: SHA256Hashing())
    }
}
