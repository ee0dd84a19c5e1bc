import Foundation

/// A user as API v2 sends it.
public struct UserV2: Sendable, Hashable, Codable {
    public let id: String
    /// The address as sent, not validated.
    public let email: String
    /// The display name as sent, not validated.
    public let name: String
    /// The role's name, which may be one that this app does not know.
    public let role: String
    public let description: String?
    /// The address of the picture; `nil` for a user without one.
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
    /// Maps a v2 user to the domain value. Throws ``InvalidValue`` if the server breaks its own rules.
    public init(_ wire: UserV2) throws(InvalidValue) {
        self.init(
            id: try UserID(wire.id), name: try DisplayName(wire.name), email: try EmailAddress(wire.email),
            role: Role(serverName: wire.role), about: wire.description,
            // An invalid avatar URL gives a user without an avatar, instead of an error for the whole user.
            avatarURL: wire.avatarURL.flatMap { URL(string: $0) }, createdAt: wire.createdAt.date,
            updatedAt: wire.updatedAt.date)
    }
}
