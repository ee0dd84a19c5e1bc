/// What an account may do, as the server tells it. A role that this version does not know counts as the weakest.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Reads and changes itself.
    case member
    /// Reads and changes everybody.
    case admin

    /// The role of that name, or ``member`` for a name from a newer server.
    public init(serverName: String) {
        self = Role(rawValue: serverName) ?? .member
    }
}
