public import Models
import Synchronization

/// Keeps users for as long as the process lives.
public final class InMemoryUserStore: UserStore {
    private let usersByID = Mutex<[User.ID: User]>([:])

    /// An empty store.
    public init() {}

    public func user(id: User.ID) async throws(StoreError) -> User? {
        try refuseIfCancelled()
        return usersByID.withLock { $0[id] }
    }

    public func users() async throws(StoreError) -> [User] {
        try refuseIfCancelled()
        return usersByID.withLock { $0.values.sorted(by: precedes) }
    }

    public func save(_ users: [User]) async throws(StoreError) {
        try refuseIfCancelled()
        usersByID.withLock { kept in
            for user in users { kept[user.id] = user }
        }
    }

    public func remove(id: User.ID) async throws(StoreError) {
        try refuseIfCancelled()
        usersByID.withLock { _ = $0.removeValue(forKey: id) }
    }

    public func removeAll() async throws(StoreError) {
        try refuseIfCancelled()
        usersByID.withLock { $0.removeAll() }
    }

    private func precedes(_ left: User, _ right: User) -> Bool {
        // Swift orders strings by Unicode equivalence; a database orders bytes. The port promises bytes.
        let (leftKey, rightKey) = (left.name.text.utf8, right.name.text.utf8)
        if leftKey.elementsEqual(rightKey) { return left.id.text.utf8.lexicographicallyPrecedes(right.id.text.utf8) }
        return leftKey.lexicographicallyPrecedes(rightKey)
    }
}

/// A database notices cancellation before it begins; so does its twin.
func refuseIfCancelled() throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
}
