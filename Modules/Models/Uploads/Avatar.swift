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

/// An image format that an avatar may have, detected from the first bytes of a file and not from its name.
public enum ImageType: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, gif, webp

    /// The number of bytes from the start of a file that ``init(sniffing:)`` needs.
    public static var signatureLength: Int { 12 }

    /// The value for a Content-Type field, such as `image/png`.
    public var mediaType: String { "image/\(rawValue)" }

    /// Detects the format by the signatures of the WHATWG MIME Sniffing standard (section 6.1); `nil` if none matches.
    public init?(sniffing prefix: some Collection<UInt8>) {
        let bytes = Array(prefix.prefix(Self.signatureLength))
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.count == 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8...] == Array("WEBP".utf8)[...] {
            self = .webp
        } else {
            return nil
        }
    }
}
