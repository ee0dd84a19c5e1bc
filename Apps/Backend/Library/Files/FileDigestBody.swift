/// The length and digest of a sample file.
struct FileDigestBody: Encodable, Sendable {
    let name: String
    /// In bytes.
    let size: Int
    /// 64 lower-case hexadecimal digits.
    let sha256: String

    private enum CodingKeys: String, CodingKey {
        case name
        case size
        case sha256
    }
}
