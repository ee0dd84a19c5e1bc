public import Models

/// Keeps copies of users on this machine: what a screen shows before the network answers.
///
/// What every implementation promises is held by `UserStoreContract` in TestSupport. Dates survive to the
/// millisecond, texts byte for byte. Each method is one transaction: it
/// happens whole or not at all, and a cancelled task learns so by ``StoreError/cancelled``.
public protocol UserStore: Sendable {
    /// The copy of one user, or `nil` if there is none.
    func user(id: User.ID) async throws(StoreError) -> User?

    /// All copies, ordered by name, then id, comparing UTF-8 bytes.
    func users() async throws(StoreError) -> [User]

    /// Keeps these users; a copy with the same id is replaced whole.
    func save(_ users: [User]) async throws(StoreError)

    /// Forgets one user; forgetting nobody is no error.
    func remove(id: User.ID) async throws(StoreError)

    /// Forgets everybody.
    func removeAll() async throws(StoreError)
}
