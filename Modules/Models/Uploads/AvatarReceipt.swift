public import Foundation

/// The server's response to an uploaded avatar.
public struct AvatarReceipt: Sendable, Hashable, Decodable {
    /// The URL of the new avatar.
    public let avatarURL: URL
    /// The media type that the server detected, such as `image/png`.
    public let contentType: String
    /// The size of the stored image in bytes.
    public let size: Int
    /// The SHA-256 digest of the stored image, in lower-case hexadecimal. If the file has another digest, the upload
    /// was damaged.
    public let sha256: String
    public let uploadedAt: Timestamp

    /// Creates a receipt from its parts.
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
