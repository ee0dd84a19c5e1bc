public import Models

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
