public import Models
public import Persistence

extension AccountID {
    /// The account of ``AuthSession/fixture(server:userID:role:credential:)``.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1"
    ) throws(InvalidValue) -> AccountID {
        AccountID(server: server, userID: try User.ID(userID))
    }
}

/// The users of the fixture account.
extension UserStore {
    public func user(id: User.ID) async throws -> User? { try await user(id: id, of: .fixture()) }
    public func users() async throws -> [User] { try await users(of: .fixture()) }
    public func save(_ users: [User]) async throws { try await save(users, of: .fixture()) }
    public func remove(id: User.ID) async throws { try await remove(id: id, of: .fixture()) }
}
