public import Models
public import Persistence
public import Primitives

extension AuthSession {
    /// A sign-in of which a test says only what matters to it.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1", role: Role = .member,
        credential: BearerCredential = .fixture()
    ) throws(InvalidValue) -> AuthSession {
        AuthSession(server: server, userID: try User.ID(userID), role: role, credential: credential)
    }
}
