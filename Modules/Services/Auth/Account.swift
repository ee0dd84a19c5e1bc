public import Models

/// An account that is logged in. It holds no credential, so no screen can reach a token.
public struct Account: Sendable, Hashable, Identifiable {
    public let id: User.ID
    /// As the server reported it at login.
    public let role: Role

    /// An account from its parts.
    public init(id: User.ID, role: Role) {
        self.id = id
        self.role = role
    }
}
