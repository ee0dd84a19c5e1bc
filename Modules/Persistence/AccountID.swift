public import Models

/// An account at a server: the owner of everything that this machine stores for a user who is logged in.
public struct AccountID: Sendable, Hashable {
    /// The server's origin, such as `https://api.example.com`: the same user id at another server is another account.
    public let server: String
    public let userID: User.ID

    /// An account from its parts.
    public init(server: String, userID: User.ID) {
        self.server = server
        self.userID = userID
    }
}

extension AuthSession {
    /// Whose tokens these are.
    public var account: AccountID { AccountID(server: server, userID: userID) }
}
