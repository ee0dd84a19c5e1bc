public import Models
public import Persistence
public import Testing

/// A failing double of ``UserStore``, for code that has no business with users: each call records a test failure and
/// throws ``StoreError/failed(reason:)``.
public struct FailingUserStore: UserStore {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
        throw failure("user(id:of:)")
    }
    public func users(of account: AccountID) async throws(StoreError) -> [User] { throw failure("users(of:)") }
    public func save(_ users: [User], of account: AccountID) async throws(StoreError) { throw failure("save(_:of:)") }
    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) { throw failure("remove(id:of:)") }
    public func removeAll(of account: AccountID) async throws(StoreError) { throw failure("removeAll(of:)") }

    private func failure(_ method: String) -> StoreError {
        .failed(reason: UnexpectedCall.record("UserStore.\(method)", sourceLocation: sourceLocation).description)
    }
}
