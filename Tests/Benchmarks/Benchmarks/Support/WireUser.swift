import Foundation
import Models

/// A user as JSON shows it, without validation.
struct WireUser<Moment: Codable & Sendable>: Codable, Sendable {
    let id: String
    let email: String
    let name: String
    let role: String
    let description: String?
    let avatarURL: String?
    let createdAt: Moment
    let updatedAt: Moment

    enum CodingKeys: String, CodingKey {
        case id, email, name, role, description
        case avatarURL = "avatar_url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}

/// A user whose fields are validated, as a model of an app is.
struct ValidUser: Sendable {
    let id: UserID
    let email: EmailAddress
    let name: String
    let role: Role
    let description: String?
    let avatarURL: URL?
    let createdAt: Date
    let updatedAt: Date

    init(_ wire: WireUser<Timestamp>) throws(InvalidValue) {
        id = try UserID(wire.id)
        email = try EmailAddress(wire.email)
        name = wire.name
        role = Role(serverName: wire.role)
        description = wire.description
        avatarURL = wire.avatarURL.flatMap { URL(string: $0) }
        createdAt = wire.createdAt.date
        updatedAt = wire.updatedAt.date
    }
}
