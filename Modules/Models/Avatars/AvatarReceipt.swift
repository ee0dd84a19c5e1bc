public import Foundation

/// What the server says of a picture that it has taken.
public struct AvatarReceipt: Sendable, Hashable, Decodable {
    /// Where the picture is served from now on.
    public let avatarURL: URL
    /// The media type that the server recognised, such as `image/png`.
    public let contentType: String
    /// In bytes.
    public let size: Int
    /// Of the picture's bytes, in lower-case hexadecimal; the upload went wrong if the file's own is another.
    public let sha256: String
    public let uploadedAt: Timestamp

    /// A receipt from its parts.
    public init(avatarURL: URL, contentType: String, size: Int, sha256: String, uploadedAt: Timestamp) {
        self.avatarURL = avatarURL
        self.contentType = contentType
        self.size = size
        self.sha256 = sha256
        self.uploadedAt = uploadedAt
    }

    enum CodingKeys: String, CodingKey {
        case avatarURL = "avatar_url"
        case contentType = "content_type"
        case size, sha256
        case uploadedAt = "uploaded_at"
    }
}
