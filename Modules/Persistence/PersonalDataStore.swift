/// Stores data that belongs to an account and must be removed when its session ends.
///
/// Register every such store once, in the list that the composition root gives to the services. A logout, the deletion
/// of the user's own account and the end of a session on the server empty all stores of that list.
public protocol PersonalDataStore: Sendable {
    /// Removes everything that belongs to `account`, and nothing of other accounts. The account may already be logged
    /// out. Does nothing if no data of the account is stored.
    func removeAll(of account: AccountID) async throws(StoreError)
}
