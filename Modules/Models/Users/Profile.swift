/// Everything that a user may change about themselves: the body of a PUT, which replaces the whole profile.
public struct Profile: Sendable, Hashable {
    public var name: DisplayName
    public var email: EmailAddress
    /// The user's description of themselves; `nil` clears it.
    public var about: String?

    public init(name: DisplayName, email: EmailAddress, about: String?) {
        self.name = name
        self.email = email
        self.about = about
    }
}

extension Profile: Codable {
    enum CodingKeys: String, CodingKey {
        case name, email
        case about = "description"
    }

    /// Encodes every key, with an explicit null for a missing `description`, because a PUT replaces the whole profile.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(email, forKey: .email)
        try container.encode(about, forKey: .about)
    }
}

/// Changes to a part of a profile: the body of a PATCH (JSON merge patch, RFC 7396). An absent key leaves a field
/// unchanged, and a null clears it.
public struct ProfilePatch: Sendable, Hashable {
    /// The new name; `nil` leaves it unchanged.
    public var name: DisplayName?
    /// The new address; `nil` leaves it unchanged.
    public var email: EmailAddress?
    /// The change to the user's description of themselves.
    public var about: Change<String>

    /// Creates a patch from its parts; without arguments it changes nothing.
    public init(name: DisplayName? = nil, email: EmailAddress? = nil, about: Change<String> = .unchanged) {
        self.name = name
        self.email = email
        self.about = about
    }

    /// Whether the patch changes nothing.
    public var isEmpty: Bool {
        name == nil && email == nil && about == .unchanged
    }

    /// The profile with the patch's fields.
    public func applied(to profile: Profile) -> Profile {
        var profile = profile
        profile.name = name ?? profile.name
        profile.email = email ?? profile.email
        switch about {
        case .unchanged: break
        case .cleared: profile.about = nil
        case .set(let text): profile.about = text
        }
        return profile
    }

    /// One patch with the effect of this one and then `later`.
    public func merged(with later: ProfilePatch) -> ProfilePatch {
        ProfilePatch(
            name: later.name ?? name, email: later.email ?? email,
            about: later.about == .unchanged ? about : later.about)
    }
}

/// What a patch does to an optional field. An `Optional` has two states, but a merge patch needs three.
public enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
    case unchanged
    case cleared
    case set(Value)
}

extension ProfilePatch: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Profile.CodingKeys.self)
        name = try container.decodeIfPresent(DisplayName.self, forKey: .name)
        email = try container.decodeIfPresent(EmailAddress.self, forKey: .email)
        let text = try container.decodeIfPresent(String.self, forKey: .about)
        about = container.contains(.about) ? text.map(Change.set) ?? .cleared : .unchanged
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Profile.CodingKeys.self)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(email, forKey: .email)
        switch about {
        case .unchanged: break
        case .cleared: try container.encodeNil(forKey: .about)
        case .set(let text): try container.encode(text, forKey: .about)
        }
    }
}
