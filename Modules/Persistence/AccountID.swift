public import Models

/// An account on a server: the owner of everything that this machine stores for a logged-in user.
public struct AccountID: Sendable, Hashable {
    /// The server's origin, such as `https://api.example.com`. The same user id on another server is another account.
    public let server: String
    public let userID: UserID

    /// Creates an account from its parts.
    public init(server: String, userID: UserID) {
        self.server = server
        self.userID = userID
    }
}

extension AuthSession {
    /// The account that the tokens belong to.
    public var account: AccountID { AccountID(server: server, userID: userID) }
}
