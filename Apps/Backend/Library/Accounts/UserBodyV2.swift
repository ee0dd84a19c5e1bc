/// A user on the wire in version 2. Missing values are `null`.
struct UserBodyV2: Encodable, Sendable {
    let id: String
    let email: String
    let name: String
    let role: Role
    let description: String?
    // feature: Uploads begin
    /// An absolute URL that changes with every upload, so clients can cache the image forever.
    let avatarURL: String?
    // feature: Uploads end
    let createdAt: Timestamp
    let updatedAt: Timestamp

    init(_ user: UserRecord, links: Links) {
        id = user.id
        email = user.email
        name = user.name
        role = user.role
        description = user.description
        avatarURL = user.avatarVersion.map { links.avatar(userID: user.id, version: $0) }  // feature: Uploads
        createdAt = user.createdAt
        updatedAt = user.updatedAt
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case email
        case name
        case role
        case description
        case avatarURL = "avatar_url"  // feature: Uploads
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    // Written by hand, because the synthesized method omits a missing value instead of writing `null`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(email, forKey: .email)
        try container.encode(name, forKey: .name)
        try container.encode(role, forKey: .role)
        try container.encode(description, forKey: .description)
        try container.encode(avatarURL, forKey: .avatarURL)  // feature: Uploads
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
    }
}
