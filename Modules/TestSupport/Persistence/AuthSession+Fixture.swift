public import Models
public import Persistence
public import Primitives

extension AuthSession {
    /// An auth session with defaults.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1", role: Role = .member,
        credential: BearerCredential = .fixture()
    ) throws(InvalidValue) -> AuthSession {
        AuthSession(server: server, userID: try UserID(userID), role: role, credential: credential)
    }
}
