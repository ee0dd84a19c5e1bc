public import Models

/// An account that is logged in. It contains no credential, so no screen can access a token.
public struct Account: Sendable, Hashable, Identifiable {
    public let id: UserID
    /// The role that the server reported at login.
    public let role: Role

    /// Creates an account from its parts.
    public init(id: UserID, role: Role) {
        self.id = id
        self.role = role
    }
}
