public import Models

/// Stores pages of an account's lists on this machine, which a list shows while the server can't be reached. Services
/// use it through ``PageStore``.
///
/// Every page belongs to an account, and ``AuthSessionStore`` removes the pages together with the account, in one
/// transaction. So no late response stores a page after a logout. Both ports must therefore share one storage.
///
/// `PageStorageContract` in ContractSuites tests every implementation. Dates are exact to the millisecond, items byte for
/// byte. Each method is one transaction and throws ``StoreError/cancelled`` in a cancelled task.
public protocol PageStorage: PersonalDataStore {
    /// The account's stored page of `list` with the number and the size of `request`, or `nil` if there is none.
    ///
    /// - Parameter list: a name, unique among the lists of the app.
    func page(
        _ request: PageRequest, of list: String, of account: AccountID
    ) async throws(StoreError) -> StoredPage<StoredItem>?

    /// Stores a page and replaces the account's stored page of `list` with the same number and size. Stores nothing if
    /// there is no such account.
    func save(_ page: StoredPage<StoredItem>, of list: String, of account: AccountID) async throws(StoreError)

    /// Removes one item from all of the account's pages of `list`. Their totals do not change. Does nothing if no page
    /// contains the item.
    func remove(id: String, of list: String, of account: AccountID) async throws(StoreError)
}
