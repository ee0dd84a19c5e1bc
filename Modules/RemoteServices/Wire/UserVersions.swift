import Foundation
public import Models

/// A user as API v2 sends it.
package struct UserV2: Sendable, Hashable, Codable {
    package let id: String
    /// The address as sent, not validated.
    package let email: String
    /// The display name as sent, not validated.
    package let name: String
    /// The role's name, which may be one that this app does not know.
    package let role: String
    package let description: String?
    /// The address of the picture; `nil` for a user without one.
    package let avatarURL: String?
    package let createdAt: Timestamp
    package let updatedAt: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, email, name, role, description
        case avatarURL = "avatar_url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}

extension User {
    /// Maps a v2 user to the domain value. Throws ``InvalidValue`` if the server breaks its own rules.
    package init(_ wire: UserV2) throws(InvalidValue) {
        self.init(
            id: try UserID(wire.id), name: try DisplayName(wire.name), email: try EmailAddress(wire.email),
            role: Role(serverName: wire.role), about: wire.description,
            // An invalid avatar URL gives a user without an avatar, instead of an error for the whole user.
            avatarURL: wire.avatarURL.flatMap { URL(string: $0) }, createdAt: wire.createdAt.date,
            updatedAt: wire.updatedAt.date)
    }
}

/// A stored user has the format of API v2, from which every stored user comes.
extension User: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(UserV2(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        guard let createdAt, let updatedAt else {
            throw InvalidValue(field: "created_at", reason: "A user of API v1 can't be stored.")
        }
        try UserV2(
            id: id.text, email: email.text, name: name.text, role: role.rawValue, description: about,
            avatarURL: avatarURL?.absoluteString, createdAt: Timestamp(createdAt), updatedAt: Timestamp(updatedAt)
        ).encode(to: encoder)
    }
}

/// A user as API v1 sends it: with another key for the id, and without role, avatar and dates.
package struct UserV1: Sendable, Hashable, Codable {
    /// What API v2 calls `id`.
    package let userId: String
    /// The display name as sent, not validated.
    package let name: String
    /// The address as sent, not validated.
    package let email: String
    package let description: String?
}

extension User {
    /// Maps a v1 user to the domain value. Throws ``InvalidValue`` if the server breaks its own rules.
    package init(_ wire: UserV1) throws(InvalidValue) {
        self.init(
            id: try UserID(wire.userId), name: try DisplayName(wire.name), email: try EmailAddress(wire.email),
            about: wire.description)
    }
}
