/// A user's profile at a ``SimulatedBackend``.
public struct SimulatedProfile: Sendable, Equatable, Codable {
    /// The number of the user.
    public let user: Int
    /// The name that the user has chosen.
    public let name: String
    /// The number of this version, which increases with each change of the name.
    public let version: Int

    /// Creates a profile from its parts.
    public init(user: Int, name: String, version: Int) {
        self.user = user
        self.name = name
        self.version = version
    }

    struct Naming: Codable {
        let name: String
    }
}
