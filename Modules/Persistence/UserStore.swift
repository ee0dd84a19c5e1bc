public import Models

/// Stores copies of users on this machine: what a screen shows before the network responds.
///
/// Every copy belongs to the account that it was fetched for. Only the account that is logged in has copies, and
/// ``AuthSessionStore`` removes them together with the login, in one transaction: no read returns another account's
/// copies, and no late response brings a copy back after a logout. So both ports share one storage.
///
/// `UserStoreContract` in TestSupport tests what every implementation promises. Dates survive to the
/// millisecond, texts byte for byte. Each method is one transaction, and a cancelled task gets ``StoreError/cancelled``.
public protocol UserStore: PersonalDataStore {
    /// The account's copy of one user, or `nil` if there is none.
    func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User?

    /// All copies of the account, ordered by name, then id, comparing UTF-8 bytes.
    func users(of account: AccountID) async throws(StoreError) -> [User]

    /// Stores these users; a copy with the same id is replaced whole. Stores nothing if `account` is not logged in.
    func save(_ users: [User], of account: AccountID) async throws(StoreError)

    /// Removes the account's copy of one user; it is no error if there is none.
    func remove(id: User.ID, of account: AccountID) async throws(StoreError)
}
