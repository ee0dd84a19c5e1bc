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

/// One user as API v2 sends it.
enum SampleUser {
    static let json = """
        {"id":"8c5c1a04-6f0e-4a51-9d3a-0d8b5a1f7e21","email":"ada@example.com","name":"Ada Lovelace","role":"member",\
        "description":"Wrote the first program.","avatar_url":null,"created_at":"2026-01-02T03:04:05Z",\
        "updated_at":"2026-11-20T21:22:23Z"}
        """
}
