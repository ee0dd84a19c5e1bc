/// Stores data that belongs to an account and must not outlive its login.
///
/// Register every such store once, in the list that the composition root gives to the services. A logout, the deletion of
/// one's own account and the end of a session on the server empty all stores of that list.
public protocol PersonalDataStore: Sendable {
    /// Removes everything that belongs to `account`, and nothing of another account; it is no error if there is nothing.
    /// The account may be logged out already.
    func removeAll(of account: AccountID) async throws(StoreError)
}
