/// What an account may do, as reported by the server.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// May read and change its own user.
    case member
    /// May read and change all users.
    case admin

    /// The role with this name. An unknown name, from a newer server, gives the weakest role, ``member``.
    public init(serverName: String) {
        self = Role(rawValue: serverName) ?? .member
    }
}
