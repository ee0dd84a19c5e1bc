public import Models
import Synchronization

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
