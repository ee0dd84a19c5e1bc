public import Models

/// Stores pages of the catalogue on this machine, by server: what a list shows while the server can't be reached.
///
/// The catalogue is public, and no page belongs to an account. So this is no ``PersonalDataStore``, and pages survive a
/// logout.
///
/// `ProductStoreContract` in ContractSuites tests what every implementation promises. Dates survive to the millisecond,
/// texts byte for byte. Each method is one transaction, and a cancelled task gets ``StoreError/cancelled``.
public protocol ProductStore: Sendable {
    /// The stored page with the number and the size of `request`, or `nil` if there is none.
    ///
    /// - Parameter server: the server's origin, such as `https://api.example.com`.
    func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>?

    /// Stores a page. A page of the same server, number and size is replaced whole.
    func save(_ page: StoredPage<Product>, of server: String) async throws(StoreError)

    /// Removes one product from all pages of a server, whose totals stay what the server reported. It is no error if no
    /// page has the product.
    func remove(id: Product.ID, of server: String) async throws(StoreError)
}
