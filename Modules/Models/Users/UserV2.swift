import Foundation

/// A user as API v2 sends it.
public struct UserV2: Sendable, Hashable, Codable {
    public let id: String
    public let email: String
    public let name: String
    public let role: String
    public let description: String?
    public let avatarURL: String?
    public let createdAt: Timestamp
    public let updatedAt: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, email, name, role, description
        case avatarURL = "avatar_url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}

extension User {
    /// The domain value of a v2 user; throws where the server broke its own rules.
    public init(_ wire: UserV2) throws(InvalidValue) {
        self.init(
            id: try ID(wire.id), name: try DisplayName(wire.name), email: try EmailAddress(wire.email),
            role: Role(serverName: wire.role), about: wire.description,
            // A picture that can't be addressed is a user without a picture, not a user that can't be read.
            avatarURL: wire.avatarURL.flatMap { URL(string: $0) }, createdAt: wire.createdAt.date,
            updatedAt: wire.updatedAt.date)
    }
}
