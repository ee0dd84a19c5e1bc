public import Models
public import Persistence

/// The users of the fixture account.
extension UserStore {
    public func user(id: User.ID) async throws -> User? { try await user(id: id, of: .fixture()) }
    public func users() async throws -> [User] { try await users(of: .fixture()) }
    public func save(_ users: [User]) async throws { try await save(users, of: .fixture()) }
    public func remove(id: User.ID) async throws { try await remove(id: id, of: .fixture()) }
}
