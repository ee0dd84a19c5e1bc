/// Stores data that belongs to an account and must be removed when the user logs out.
///
/// Register every such store once, in the list that the composition root gives to the services. A logout and the
/// deletion of the user's own account empty all stores of that list. If a session ends in another way, because it has
/// expired, was revoked or another account logs in, the data stays until the account logs in again.
public protocol PersonalDataStore: Sendable {
    /// Removes everything that belongs to `account`, and nothing of other accounts. The account may already be logged
    /// out. Does nothing if no data of the account is stored.
    func removeAll(of account: AccountID) async throws(StoreError)
}
