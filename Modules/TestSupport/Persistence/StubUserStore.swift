public import Models
public import Persistence

/// A stub of ``UserStore``: reads of any account answer what the test said, writes are taken and forgotten; or everything
/// fails.
public struct StubUserStore: UserStore {
    private let response: Result<[User], StoreError>

    /// - Parameter users: what reads answer, in this order.
    public init(_ users: [User] = []) {
        response = .success(users)
    }

    /// - Parameter error: what every call throws.
    public init(failingWith error: StoreError) {
        response = .failure(error)
    }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
        try response.get().first { $0.id == id }
    }
    public func users(of account: AccountID) async throws(StoreError) -> [User] { try response.get() }
    public func save(_ users: [User], of account: AccountID) async throws(StoreError) { _ = try response.get() }
    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) { _ = try response.get() }
    public func removeAll(of account: AccountID) async throws(StoreError) { _ = try response.get() }
}
