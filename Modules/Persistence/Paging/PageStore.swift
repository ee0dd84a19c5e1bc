public import Foundation
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

/// A page of a list as a server sent it, and when it was stored.
public struct StoredPage<Item: Sendable>: Sendable {
    public let page: Page<Item>
    /// When the page was stored, on the wall clock.
    public let storedAt: Date

    /// Creates a stored page from its parts.
    public init(_ page: Page<Item>, storedAt: Date) {
        self.page = page
        self.storedAt = storedAt
    }
}

extension StoredPage: Equatable where Item: Equatable {}

/// One item of a stored page as JSON. Only ``PageStore`` has its type.
public struct StoredItem: Sendable, Hashable {
    public let id: String
    /// The item as JSON, which storages do not interpret.
    public let json: Data

    /// Creates an item from its parts.
    public init(id: String, json: Data) {
        self.id = id
        self.json = json
    }
}
