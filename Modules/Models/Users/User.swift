public import Foundation

/// A person with an account, as every API version's shape is mapped to it (``UserV1``, ``UserV2``).
public struct User: Sendable, Hashable, Identifiable {
    public let id: ID
    public var name: DisplayName
    public var email: EmailAddress
    /// What the account may do. API v1 does not say; such a user counts as a member.
    public var role: Role
    /// What the person says about themselves.
    public var about: String?
    /// Where the picture is served, if there is one; API v1 has none.
    public var avatarURL: URL?
    /// `nil` where the API version does not tell.
    public var createdAt: Date?
    /// `nil` where the API version does not tell.
    public var updatedAt: Date?

    /// A user from its parts, each of which has proven itself already.
    public init(
        id: ID, name: DisplayName, email: EmailAddress, role: Role = .member, about: String? = nil,
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
}
