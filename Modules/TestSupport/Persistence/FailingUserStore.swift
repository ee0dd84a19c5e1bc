public import Models
public import Persistence

/// A failing double of ``UserStore``, for code that has no business with users: each call throws
/// ``StoreError/failed(reason:)`` with the text of an ``UnexpectedCall``.
public struct FailingUserStore: UserStore {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
        throw failure("user(id:of:)")
    }
    public func users(of account: AccountID) async throws(StoreError) -> [User] { throw failure("users(of:)") }
    public func save(_ users: [User], of account: AccountID) async throws(StoreError) { throw failure("save(_:of:)") }
    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) { throw failure("remove(id:of:)") }
    public func removeAll(of account: AccountID) async throws(StoreError) { throw failure("removeAll(of:)") }

    private func failure(_ method: String) -> StoreError {
        .failed(reason: origin.unexpectedCall("UserStore.\(method)").description)
    }
}
