public import Models
public import Persistence
import Synchronization

/// A mock of ``UserStore``: records what was asked, in order, and passes it on.
public final class RecordingUserStore: UserStore {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case user(id: User.ID, of: AccountID)
        case users(of: AccountID)
        case save([User], of: AccountID)
        case remove(id: User.ID, of: AccountID)
        case removeAll(of: AccountID)
    }

    private let base: any UserStore
    private let recorded = Mutex<[Call]>([])

    /// - Parameter base: does the work.
    public init(_ base: any UserStore) {
        self.base = base
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
        record(.user(id: id, of: account))
        return try await base.user(id: id, of: account)
    }

    public func users(of account: AccountID) async throws(StoreError) -> [User] {
        record(.users(of: account))
        return try await base.users(of: account)
    }

    public func save(_ users: [User], of account: AccountID) async throws(StoreError) {
        record(.save(users, of: account))
        try await base.save(users, of: account)
    }

    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) {
        record(.remove(id: id, of: account))
        try await base.remove(id: id, of: account)
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        record(.removeAll(of: account))
        try await base.removeAll(of: account)
    }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}
