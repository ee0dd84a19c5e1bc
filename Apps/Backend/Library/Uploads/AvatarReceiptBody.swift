/// The response to an upload.
struct AvatarReceiptBody: Encodable, Sendable {
    let avatarURL: String
    let contentType: String
    /// In bytes.
    let size: Int
    let sha256: String
    let uploadedAt: Timestamp

    init(_ avatar: AvatarRecord, links: Links) {
        avatarURL = links.avatar(userID: avatar.userID, version: String(avatar.sha256.prefix(16)))
        contentType = avatar.contentType.rawValue
        size = avatar.bytes.count
        sha256 = avatar.sha256
        uploadedAt = avatar.uploadedAt
    }

    private enum CodingKeys: String, CodingKey {
        case avatarURL = "avatar_url"
        case contentType = "content_type"
        case size
        case sha256
        case uploadedAt = "uploaded_at"
    }
}
