public import Models
import Synchronization

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

/// Stores pages of the catalog until the process exits.
public final class InMemoryProductStore: ProductStore {
    private let pages = Mutex<[Key: StoredPage<Product>]>([:])

    private struct Key: Hashable {
        let server: String
        let number: Int
        let size: Int
    }

    /// Creates an empty store.
    public init() {}

    public func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>? {
        try refuseIfCancelled()
        return pages.withLock { $0[Key(server: server, number: request.number, size: request.size)] }
    }

    public func save(_ page: StoredPage<Product>, of server: String) async throws(StoreError) {
        try refuseIfCancelled()
        pages.withLock { $0[Key(server: server, number: page.page.number, size: page.page.size)] = page }
    }

    public func remove(id: Product.ID, of server: String) async throws(StoreError) {
        try refuseIfCancelled()
        pages.withLock { pages in
            for (key, stored) in pages where key.server == server {
                let page = stored.page
                pages[key] = StoredPage(
                    Page(
                        items: page.items.filter { $0.id != id }, number: page.number, size: page.size,
                        total: page.total),
                    storedAt: stored.storedAt)
            }
        }
    }
}
