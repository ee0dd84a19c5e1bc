/// A user as API v1 sends it: with another key for the id, and without role, avatar and dates.
public struct UserV1: Sendable, Hashable, Codable {
    /// What API v2 calls `id`.
    public let userId: String
    /// The display name as sent, not validated.
    public let name: String
    /// The address as sent, not validated.
    public let email: String
    public let description: String?
}

extension User {
    /// Maps a v1 user to the domain value. Throws ``InvalidValue`` if the server breaks its own rules.
    public init(_ wire: UserV1) throws(InvalidValue) {
        self.init(
            id: try UserID(wire.userId), name: try DisplayName(wire.name), email: try EmailAddress(wire.email),
            about: wire.description)
    }
}
