public import Models

/// Stores pages of the catalog on this machine, by server, which a list shows while the server can't be reached.
///
/// The catalog is public, and no page belongs to an account. So this is not a ``PersonalDataStore``, and a logout
/// does not remove the pages.
///
/// `ProductStoreContract` in ContractSuites tests every implementation. Dates are exact to the millisecond, texts byte
/// for byte. Each method is one transaction and throws ``StoreError/cancelled`` in a cancelled task.
public protocol ProductStore: Sendable {
    /// The stored page with the number and the size of `request`, or `nil` if there is none.
    ///
    /// - Parameter server: the server's origin, such as `https://api.example.com`.
    func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>?

    /// Stores a page and replaces the stored page with the same server, number and size, if there is one.
    func save(_ page: StoredPage<Product>, of server: String) async throws(StoreError)

    /// Removes one product from all pages of a server. Their totals do not change. Does nothing if no page contains it.
    func remove(id: Product.ID, of server: String) async throws(StoreError)
}
