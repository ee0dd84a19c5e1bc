public import Models
import Synchronization

/// Stores copies of users on this machine, which a screen can show before the network responds.
///
/// Every copy belongs to the account that it was fetched for, and ``AuthSessionStore`` removes the copies together with
/// that account, in one transaction. So no read returns another account's copies, and no late response stores a copy
/// after a logout. Both ports must therefore share one storage.
///
/// `UserStoreContract` in ContractSuites tests every implementation. Dates are exact to the millisecond, texts byte for
/// byte. Each method is one transaction and throws ``StoreError/cancelled`` in a cancelled task.
public protocol UserStore: PersonalDataStore {
    /// The account's copy of one user, or `nil` if there is none.
    func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User?

    /// All copies of the account, ordered by name, then id, comparing UTF-8 bytes.
    func users(of account: AccountID) async throws(StoreError) -> [User]

    /// Stores these users and replaces copies with the same id. Stores nothing if there is no such account.
    func save(_ users: [User], of account: AccountID) async throws(StoreError)

    /// Removes the account's copy of one user. Does nothing if there is none.
    func remove(id: User.ID, of account: AccountID) async throws(StoreError)
}

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
