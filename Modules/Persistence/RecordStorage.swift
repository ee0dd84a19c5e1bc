public import Foundation
public import Models

/// Stores on this machine what a server has sent, which a screen shows while the server can't be reached: each record
/// once, in the order of its list. Services use it through ``RecordStore``.
///
/// An account's records are removed together with the account by ``AuthSessionStore``, in one transaction. So no late
/// response stores a record after a logout. Both ports must therefore share one storage.
///
/// `RecordStorageContract` in ContractSuites tests every implementation. Dates are exact to the millisecond, records byte
/// for byte. Each method is one transaction and throws ``StoreError/cancelled`` in a cancelled task.
public protocol RecordStorage: PersonalDataStore {
    /// The records at these positions, which are counted from 0. Positions that were never saved are left out.
    ///
    /// Returns `nil` if none of them was saved, although the list has records there.
    func list(_ positions: Range<Int>, of collection: RecordCollection) async throws(StoreError) -> StoredList?

    /// Replaces the records at these positions, beginning with the first, and removes those beyond the list's new end.
    /// A record that the list had at another position moves. Stores nothing if the owner is an account that has not
    /// logged in.
    func save(
        _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError)

    /// Removes one record. The later ones move up, and the list is one shorter. Does nothing if it has no such record.
    func remove(_ id: String, from collection: RecordCollection) async throws(StoreError)
}

/// Whose data it is.
public enum DataOwner: Sendable, Hashable {
    /// An account's, which is removed with the account.
    case account(AccountID)
    /// Data that this server shows everyone, such as a catalog. A logout does not remove it.
    case everyone(server: String)
}

/// One list of records that have the same kind and owner.
public struct RecordCollection: Sendable, Hashable {
    /// The name of the kind, unique in the app, such as `time_entries`.
    public let kind: String
    public let owner: DataOwner

    public init(_ kind: String, of owner: DataOwner) {
        self.kind = kind
        self.owner = owner
    }
}

/// One record as JSON. Only ``RecordStore`` has its type.
public struct StoredRecord: Sendable, Hashable {
    public let id: String
    /// The record as JSON, which storages do not interpret.
    public let json: Data
    /// When the server sent it, on the wall clock.
    public let fetchedAt: Date

    public init(id: String, json: Data, fetchedAt: Date) {
        self.id = id
        self.json = json
        self.fetchedAt = fetchedAt
    }
}

/// A part of a list.
public struct StoredList: Sendable, Hashable {
    public let records: [StoredRecord]
    /// The number of records in the whole list.
    public let total: Int
    /// When a part of the list was last saved, on the wall clock.
    public let fetchedAt: Date

    public init(_ records: [StoredRecord], total: Int, fetchedAt: Date) {
        self.records = records
        self.total = total
        self.fetchedAt = fetchedAt
    }
}

/// The stored records of one kind and owner, with their type.
public struct RecordStore<Item: Codable & Sendable & Identifiable>: Sendable where Item.ID: WireText {
    private let collection: RecordCollection
    private let storage: any RecordStorage
    private let json = JSONCoding()

    /// - Parameter kind: a name, unique in the app.
    public init(_ kind: String, of owner: DataOwner, in storage: any RecordStorage) {
        collection = RecordCollection(kind, of: owner)
        self.storage = storage
    }

    /// The stored items of a page, from whatever pages they came. It is `nil` if there are none, or if another version of
    /// the app stored them in a format that this version can't read.
    public func page(_ request: PageRequest) async throws(StoreError) -> StoredPage<Item>? {
        guard let positions = Self.positions(number: request.number, size: request.size),
            let list = try await storage.list(positions, of: collection),
            let items = try? list.records.map({ try json.decode(Item.self, from: $0.json) })
        else { return nil }
        return StoredPage(
            Page(items: items, number: request.number, size: request.size, total: list.total),
            storedAt: list.records.map(\.fetchedAt).min() ?? list.fetchedAt)
    }

    /// Stores a page in place of the items that were at its positions.
    public func save(_ stored: StoredPage<Item>) async throws(StoreError) {
        let page = stored.page
        guard let positions = Self.positions(number: page.number, size: page.size) else { return }
        let records: [StoredRecord]
        do {
            records = try page.items.map {
                StoredRecord(id: $0.id.text, json: try json.encode($0), fetchedAt: stored.storedAt)
            }
        } catch {
            throw .failed(reason: "An item of \(collection.kind) can't be encoded as JSON.")
        }
        try await storage.save(
            StoredList(records, total: page.total, fetchedAt: stored.storedAt), at: positions, of: collection)
    }

    /// Removes one item. Does nothing if it is not stored.
    public func remove(id: Item.ID) async throws(StoreError) {
        try await storage.remove(id.text, from: collection)
    }

    /// The positions of a page's items; `nil` if they are beyond any list.
    private static func positions(number: Int, size: Int) -> Range<Int>? {
        let (start, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        let (end, carry) = start.addingReportingOverflow(size)
        return overflow || carry || start < 0 || size < 0 ? nil : start..<end
    }
}

/// A page of a list as a server sent it, and when it was stored.
public struct StoredPage<Item: Sendable>: Sendable {
    public let page: Page<Item>
    /// When its oldest item was stored, on the wall clock.
    public let storedAt: Date

    public init(_ page: Page<Item>, storedAt: Date) {
        self.page = page
        self.storedAt = storedAt
    }
}

extension StoredPage: Equatable where Item: Equatable {}
