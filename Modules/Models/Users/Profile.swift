/// Everything that a user may change about themselves: the body of a PUT, which replaces the whole profile.
public struct Profile: Sendable, Hashable {
    public var name: DisplayName
    public var email: EmailAddress
    /// The user's description of themselves; `nil` clears it.
    public var about: String?

    /// Creates a profile from its parts.
    public init(name: DisplayName, email: EmailAddress, about: String?) {
        self.name = name
        self.email = email
        self.about = about
    }
}

extension Profile: Encodable {
    enum CodingKeys: String, CodingKey {
        case name, email
        case about = "description"
    }

    /// Encodes every key, with an explicit null for a missing `description`, because a PUT replaces the whole profile.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name.text, forKey: .name)
        try container.encode(email.text, forKey: .email)
        try container.encode(about, forKey: .about)
    }
}
