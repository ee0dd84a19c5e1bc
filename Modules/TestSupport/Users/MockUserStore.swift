public import Models
public import Persistence

/// A mock of `UserStore` for services that must do without it: every call throws the same error, or, as by default, the
/// text of an ``UnexpectedCall``.
public struct MockUserStore: UserStore {
    private let failure: @Sendable (_ method: String) -> StoreError

    /// - Parameter error: of every call.
    public init(failingWith error: StoreError? = nil, file: String = #fileID, line: Int = #line) {
        let origin = DoubleOrigin(file: file, line: line)
        failure = { error ?? StoreError(unexpected: origin.unexpectedCall("UserStore.\($0)")) }
    }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? { throw failure(#function) }

    public func users(of account: AccountID) async throws(StoreError) -> [User] { throw failure(#function) }

    public func save(_ users: [User], of account: AccountID) async throws(StoreError) { throw failure(#function) }

    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) { throw failure(#function) }

    public func removeAll(of account: AccountID) async throws(StoreError) { throw failure(#function) }
}

/// The users of the fixture account.
extension UserStore {
    public func user(id: User.ID) async throws -> User? { try await user(id: id, of: .fixture()) }
    public func users() async throws -> [User] { try await users(of: .fixture()) }
    public func save(_ users: [User]) async throws { try await save(users, of: .fixture()) }
    public func remove(id: User.ID) async throws { try await remove(id: id, of: .fixture()) }
}
