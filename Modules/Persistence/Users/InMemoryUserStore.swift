public import Models
import Synchronization

/// Stores users until the process exits.
public struct InMemoryUserStore: UserStore {
    private let authSessions: InMemoryAuthSessionStore

    /// - Parameter authSessions: the store of the accounts that the users belong to and are removed with.
    public init(_ authSessions: InMemoryAuthSessionStore) {
        self.authSessions = authSessions
    }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
        try copies(of: account) { $0[id] }
    }

    public func users(of account: AccountID) async throws(StoreError) -> [User] {
        try copies(of: account) { $0.values.sorted(by: precedes) } ?? []
    }

    public func save(_ users: [User], of account: AccountID) async throws(StoreError) {
        try copies(of: account) { copies in
            for user in users { copies[user.id] = user }
        }
    }

    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) {
        try copies(of: account) { copies in copies[id] = nil }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try copies(of: account) { copies in copies = [:] }
    }

    /// Runs `body` on the users stored for the account; returns `nil` if there is no such account.
    @discardableResult
    private func copies<Value: Sendable>(
        of account: AccountID, _ body: (inout [User.ID: User]) -> Value?
    ) throws(StoreError) -> Value? {
        try authSessions.copies(of: account) { body(&$0.users) }
    }

    private func precedes(_ left: User, _ right: User) -> Bool {
        // Swift orders strings by Unicode equivalence, but the port requires byte order, as in a database.
        let (leftKey, rightKey) = (left.name.text.utf8, right.name.text.utf8)
        if leftKey.elementsEqual(rightKey) { return left.id.text.utf8.lexicographicallyPrecedes(right.id.text.utf8) }
        return leftKey.lexicographicallyPrecedes(rightKey)
    }
}
