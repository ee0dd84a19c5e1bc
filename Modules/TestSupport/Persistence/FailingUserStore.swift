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

    public func user(id: User.ID) async throws(StoreError) -> User? { throw failure("user(id:)") }
    public func users() async throws(StoreError) -> [User] { throw failure("users()") }
    public func save(_ users: [User]) async throws(StoreError) { throw failure("save(_:)") }
    public func remove(id: User.ID) async throws(StoreError) { throw failure("remove(id:)") }
    public func removeAll() async throws(StoreError) { throw failure("removeAll()") }

    private func failure(_ method: String) -> StoreError {
        .failed(reason: UnexpectedCall.record("UserStore.\(method)", sourceLocation: sourceLocation).description)
    }
}
