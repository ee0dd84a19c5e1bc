public import Foundation

/// A user of the backend, whatever the version of the API that sent it.
public struct User: Sendable, Hashable, Identifiable {
    public let id: UserID
    public var name: DisplayName
    public var email: EmailAddress
    /// What the account may do. API v1 does not send it, so a user from API v1 counts as a member.
    public var role: Role
    /// The user's description of themselves.
    public var about: String?
    /// The URL of the user's avatar, if there is one. API v1 does not send it.
    public var avatarURL: URL?
    /// When the user was created; `nil` if the API version does not send it.
    public var createdAt: Date?
    /// When the user was last changed; `nil` if the API version does not send it.
    public var updatedAt: Date?

    /// Creates a user from its parts, which are already validated.
    public init(
        id: UserID, name: DisplayName, email: EmailAddress, role: Role = .member, about: String? = nil,
        avatarURL: URL? = nil, createdAt: Date? = nil, updatedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.role = role
        self.about = about
        self.avatarURL = avatarURL
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// What the user may change about themselves.
    public var profile: Profile {
        get { Profile(name: name, email: email, about: about) }
        set { (name, email, about) = (newValue.name, newValue.email, newValue.about) }
    }
}

/// Users are encoded in the format of API v2, also when they are stored.
extension User: Codable {
    enum CodingKeys: String, CodingKey {
        case id, name, email, role
        case about = "description"
        case avatarURL = "avatar_url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(UserID.self, forKey: .id),
            name: try container.decode(DisplayName.self, forKey: .name),
            email: try container.decode(EmailAddress.self, forKey: .email),
            role: Role(serverName: try container.decode(String.self, forKey: .role)),
            about: try container.decodeIfPresent(String.self, forKey: .about),
            // An invalid avatar URL gives a user without an avatar, instead of an error for the whole user.
            avatarURL: try container.decodeIfPresent(String.self, forKey: .avatarURL).flatMap { URL(string: $0) },
            createdAt: try container.decode(Timestamp.self, forKey: .createdAt).date,
            updatedAt: try container.decode(Timestamp.self, forKey: .updatedAt).date)
    }

    /// Throws ``InvalidValue`` for a user of API v1, who has no dates.
    public func encode(to encoder: any Encoder) throws {
        guard let createdAt, let updatedAt else {
            throw InvalidValue(field: "created_at", reason: "A user of API v1 can't be stored.")
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(email, forKey: .email)
        try container.encode(role.rawValue, forKey: .role)
        try container.encodeIfPresent(about, forKey: .about)
        try container.encodeIfPresent(avatarURL?.absoluteString, forKey: .avatarURL)
        try container.encode(Timestamp(createdAt), forKey: .createdAt)
        try container.encode(Timestamp(updatedAt), forKey: .updatedAt)
    }
}

/// A user's displayed name: 1 to 100 characters on one line, not only white space.
///
/// Control characters are rejected, because they could control the terminal or log that shows the name.
public struct DisplayName: WireText {
    /// The name without surrounding white space.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `name`.
    public init(_ candidate: String) throws(InvalidValue) {
        let trimmed = candidate.trimmed
        // Fast path for most names, without lookups in Unicode tables.
        if (1...100).contains(trimmed.utf8.count), trimmed.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            text = trimmed
            return
        }
        guard !trimmed.isEmpty, trimmed.count <= 100 else {
            throw InvalidValue(field: "name", reason: "A name has between 1 and 100 characters.")
        }
        guard !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !trimmed.contains(where: \.isNewline)
        else {
            throw InvalidValue(field: "name", reason: "A name must be on one line, without control characters.")
        }
        text = trimmed
    }
}
