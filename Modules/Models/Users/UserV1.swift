/// A user as API v1 sends it: another spelling of the id, no role, picture or dates.
public struct UserV1: Sendable, Hashable, Codable {
    public let userId: String
    public let name: String
    public let email: String
    public let description: String?
}

extension User {
    /// The domain value of a v1 user; throws where the server broke its own rules.
    public init(_ wire: UserV1) throws(InvalidValue) {
        self.init(
            id: try ID(wire.userId), name: try DisplayName(wire.name), email: try EmailAddress(wire.email),
            about: wire.description)
    }
}
