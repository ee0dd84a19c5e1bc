public import Models
public import Persistence

extension AccountID {
    /// The account of ``AuthSession/fixture(server:userID:role:credential:)``.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1"
    ) throws(InvalidValue) -> AccountID {
        AccountID(server: server, userID: try UserID(userID))
    }
}
