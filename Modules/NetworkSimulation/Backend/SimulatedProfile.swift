/// What a ``SimulatedBackend`` knows of a user.
public struct SimulatedProfile: Sendable, Equatable, Codable {
    public let user: Int
    public let name: String
    /// Grows with each change of the name.
    public let version: Int

    /// A profile from its parts.
    public init(user: Int, name: String, version: Int) {
        self.user = user
        self.name = name
        self.version = version
    }

    struct Naming: Codable {
        let name: String
    }
}
