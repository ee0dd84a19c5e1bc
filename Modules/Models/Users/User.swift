public import Foundation

/// A user of the backend. The wire types of all API versions (``UserV1``, ``UserV2``) are mapped to it.
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
}
