public import Models
public import Persistence
import Synchronization

/// A mock of ``UserStore``: records what was asked, in order, and passes it on.
public final class RecordingUserStore: UserStore {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case user(id: User.ID)
        case users
        case save([User])
        case remove(id: User.ID)
        case removeAll
    }

    private let base: any UserStore
    private let recorded = Mutex<[Call]>([])

    /// - Parameter base: does the work; a fake of its own unless a test gives another.
    public init(_ base: any UserStore = InMemoryUserStore()) {
        self.base = base
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func user(id: User.ID) async throws(StoreError) -> User? {
        record(.user(id: id))
        return try await base.user(id: id)
    }

    public func users() async throws(StoreError) -> [User] {
        record(.users)
        return try await base.users()
    }

    public func save(_ users: [User]) async throws(StoreError) {
        record(.save(users))
        try await base.save(users)
    }

    public func remove(id: User.ID) async throws(StoreError) {
        record(.remove(id: id))
        try await base.remove(id: id)
    }

    public func removeAll() async throws(StoreError) {
        record(.removeAll)
        try await base.removeAll()
    }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}
