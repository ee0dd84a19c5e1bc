import Foundation
public import Models

/// The stored pages of one list of an account, with the type of its items.
public struct PageStore<Item: Codable & Sendable & Identifiable>: Sendable where Item.ID: WireText {
    private let list: String
    private let account: AccountID
    private let storage: any PageStorage
    private let json = JSONCoding()

    /// - Parameter list: a name, unique among the lists of the app.
    public init(_ list: String, of account: AccountID, in storage: any PageStorage) {
        self.list = list
        self.account = account
        self.storage = storage
    }

    /// The stored page with the number and the size of `request`. It is `nil` if there is none, or if another version
    /// of the app stored it in a format that this version can't read.
    public func page(_ request: PageRequest) async throws(StoreError) -> StoredPage<Item>? {
        guard let stored = try await storage.page(request, of: list, of: account),
            let items = try? stored.page.items.map({ try json.decode(Item.self, from: $0.json) })
        else { return nil }
        let page = stored.page
        return StoredPage(
            Page(items: items, number: page.number, size: page.size, total: page.total), storedAt: stored.storedAt)
    }

    /// Stores a page and replaces the one with the same number and size.
    public func save(_ stored: StoredPage<Item>) async throws(StoreError) {
        let items: [StoredItem]
        do {
            items = try stored.page.items.map { StoredItem(id: $0.id.text, json: try json.encode($0)) }
        } catch {
            throw .failed(reason: "An item of \(list) can't be encoded as JSON.")
        }
        let page = stored.page
        try await storage.save(
            StoredPage(
                Page(items: items, number: page.number, size: page.size, total: page.total), storedAt: stored.storedAt),
            of: list, of: account)
    }

    /// Removes one item from all stored pages. Does nothing if no page contains it.
    public func remove(id: Item.ID) async throws(StoreError) {
        try await storage.remove(id: id.text, of: list, of: account)
    }
}
