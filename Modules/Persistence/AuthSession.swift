public import Models
public import Primitives

/// The stored login of an account: the user, the server and the tokens.
public struct AuthSession: Sendable, Hashable {
    /// The server's origin, such as `https://api.example.com`. The tokens are valid only there.
    public let server: String
    public let userID: UserID
    /// What the account may do, as the server reported at login.
    public let role: Role
    public let credential: BearerCredential

    /// Creates an auth session from its parts.
    public init(server: String, userID: UserID, role: Role, credential: BearerCredential) {
        self.server = server
        self.userID = userID
        self.role = role
        self.credential = credential
    }
}
