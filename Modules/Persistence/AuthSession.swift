public import Models
public import Primitives

/// A person who is signed in to a server, as it is kept on this machine.
public struct AuthSession: Sendable, Hashable {
    /// The server's origin, such as `https://api.example.com`: tokens are good there and nowhere else.
    public let server: String
    public let userID: User.ID
    /// What the account may do, as the server said when the person signed in.
    public let role: Role
    public let credential: BearerCredential

    /// A sign-in from its parts.
    public init(server: String, userID: User.ID, role: Role, credential: BearerCredential) {
        self.server = server
        self.userID = userID
        self.role = role
        self.credential = credential
    }
}
