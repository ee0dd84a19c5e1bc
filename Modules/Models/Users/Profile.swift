/// All that a person may change about themselves, whole: the body of a PUT, which replaces what was there.
public struct Profile: Sendable, Hashable {
    public var name: DisplayName
    public var email: EmailAddress
    /// `nil` clears it.
    public var about: String?

    /// A whole profile.
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

    /// Every key is written, `description` as an explicit null where there is none: a PUT leaves nothing out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name.text, forKey: .name)
        try container.encode(email.text, forKey: .email)
        try container.encode(about, forKey: .about)
    }
}
