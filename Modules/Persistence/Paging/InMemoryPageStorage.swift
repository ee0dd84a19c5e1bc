public import Models
import Synchronization

/// Stores pages until the process exits.
public struct InMemoryPageStorage: PageStorage {
    private let authSessions: InMemoryAuthSessionStore

    struct Key: Hashable {
        let list: String
        let number: Int
        let size: Int
    }

    /// - Parameter authSessions: the store of the accounts that the pages belong to and are removed with.
    public init(_ authSessions: InMemoryAuthSessionStore) {
        self.authSessions = authSessions
    }

    public func page(
        _ request: PageRequest, of list: String, of account: AccountID
    ) async throws(StoreError) -> StoredPage<StoredItem>? {
        try pages(of: account) { $0[Key(list: list, number: request.number, size: request.size)] }
    }

    public func save(
        _ page: StoredPage<StoredItem>, of list: String, of account: AccountID
    ) async throws(StoreError) {
        try pages(of: account) { $0[Key(list: list, number: page.page.number, size: page.page.size)] = page }
    }

    public func remove(id: String, of list: String, of account: AccountID) async throws(StoreError) {
        try pages(of: account) { pages in
            for (key, stored) in pages where key.list == list {
                let page = stored.page
                let items = page.items.filter { $0.id != id }
                pages[key] = StoredPage(
                    Page(items: items, number: page.number, size: page.size, total: page.total),
                    storedAt: stored.storedAt)
            }
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try pages(of: account) { $0 = [:] }
    }

    /// Runs `body` on the account's pages; returns `nil` if there is no such account.
    @discardableResult
    private func pages<Value: Sendable>(
        of account: AccountID, _ body: (inout [Key: StoredPage<StoredItem>]) -> Value?
    ) throws(StoreError) -> Value? {
        try authSessions.copies(of: account) { body(&$0.pages) }
    }
}
