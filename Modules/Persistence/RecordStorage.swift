public import Foundation
public import Models

/// Stores on this machine what a server has sent: each record once, and the order of each list. Services use it through
/// ``RecordStore``. Everything in it can be fetched again, so a storage may forget the oldest records.
///
/// Nothing is stored for an account without a session, so that no late response stores a record after a logout. This
/// port and ``AuthSessionStore`` must therefore share one storage, or read each other's.
///
/// `RecordStorageContract` in ContractSuites tests every implementation. Dates are exact to the millisecond, records byte
/// for byte. Each method is one transaction and throws ``StoreError/cancelled`` in a cancelled task.
public protocol RecordStorage: PersonalDataStore {
    /// The records at these positions, which are counted from 0. Positions that were never saved are left out.
    ///
    /// Returns `nil` if none of them was saved, although the list has records there.
    func list(_ positions: Range<Int>, of collection: RecordCollection) async throws(StoreError) -> StoredList?

    /// One record, whether it was saved in a list or by itself; `nil` if it was never saved.
    func record(_ id: String, of collection: RecordCollection) async throws(StoreError) -> StoredRecord?

    /// How many changes and responses the collection has received. Read it before a request, and pass it on when the
    /// response is stored, so that an outdated one is recognized.
    func revision(of collection: RecordCollection) async throws(StoreError) -> RecordRevision

    /// Replaces the records at these positions, beginning with the first, and removes those beyond the list's new end.
    /// A record that the list had at another position moves.
    ///
    /// If the list has another total or order than before, it has shifted on the server: what was saved earlier at other
    /// positions is no longer current (``StoredList/isCurrent``), because the records next to it may have changed.
    ///
    /// - Parameter revision: what ``revision(of:)`` was when the list was requested.
    @discardableResult
    func save(
        _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection, ifStill revision: RecordRevision
    ) async throws(StoreError) -> SaveOutcome

    /// Replaces one record, wherever it is. A record that no list has is stored by itself.
    ///
    /// - Parameter revision: what ``revision(of:)`` was when the record was requested; `nil` for a record that a change
    ///   has returned, which is stored in any case.
    @discardableResult
    func save(
        _ record: StoredRecord, in collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome

    /// Stores a new record at the end of the list, which becomes one longer. If the list has the record already,
    /// replaces it.
    func append(_ record: StoredRecord, to collection: RecordCollection) async throws(StoreError)

    /// Removes one record. The later ones move up, and the list is one shorter. Changes only the revision if there is no
    /// such record.
    ///
    /// - Parameter revision: what ``revision(of:)`` was when the server was asked and did not have the record; `nil` for a
    ///   record that the server has removed.
    @discardableResult
    func remove(
        _ id: String, from collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome

    /// A notice at once, and another one when records may have changed, in this process or another (``ChangeFeed``).
    func changes() -> AsyncStream<Void>
}

/// How often a collection of records has changed.
public struct RecordRevision: Sendable, Hashable {
    /// The changes that the server has accepted: the calls of ``RecordStorage/append(_:to:)``, and those of `save` and
    /// `remove` without a revision.
    public let changes: Int
    /// The responses that were saved.
    public let responses: Int

    public init(changes: Int = 0, responses: Int = 0) {
        self.changes = changes
        self.responses = responses
    }
}

/// What became of a response.
public enum SaveOutcome: Sendable {
    /// It is stored, unless its account has no session.
    case saved
    /// The server has accepted a change since it was requested, which it may lack. Nothing is stored.
    case outdated
    /// Another response with some of its records, or with another length of its list, was saved since it was requested.
    /// Either can be the newer one. Nothing is stored.
    case overtaken
}

/// Whose data it is.
public enum DataOwner: Sendable, Hashable {
    /// Data of one account, which is removed with the account.
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

/// One record as JSON, which only ``RecordStore`` decodes.
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

/// Stored records of one part of a list, such as a page.
public struct StoredList: Sendable, Hashable {
    public let records: [StoredRecord]
    /// The number of records in the whole list.
    public let total: Int
    /// When a part of the list was last saved, on the wall clock.
    public let fetchedAt: Date
    /// Whether the list has not shifted on the server since these records were saved, as far as this machine knows.
    public let isCurrent: Bool

    public init(_ records: [StoredRecord], total: Int, fetchedAt: Date, isCurrent: Bool = true) {
        self.records = records
        self.total = total
        self.fetchedAt = fetchedAt
        self.isCurrent = isCurrent
    }
}

/// The stored records of one kind and owner, with their type.
public struct RecordStore<Item: Codable & Sendable & Identifiable>: Sendable where Item.ID: WireText {
    private let collection: RecordCollection
    private let storage: any RecordStorage
    private let json = JSONCoding()

    /// - Parameters:
    ///   - kind: a name, unique in the app.
    ///   - version: the version of the items' JSON. If the JSON gets another meaning, increase the version, so that no
    ///     older record is read in the new format.
    public init(_ kind: String, version: Int = 1, of owner: DataOwner, in storage: any RecordStorage) {
        collection = RecordCollection(version == 1 ? kind : "\(kind)/\(version)", of: owner)
        self.storage = storage
    }

    /// The stored items at the positions of a page, even if they were fetched with other page sizes. Returns `nil` if
    /// there are none, or if another version of the app stored them in a format that this version can't read.
    ///
    /// - Parameter onUnreadable: receives a sentence for developers if an item can't be read.
    public func page(
        _ request: PageRequest, onUnreadable: (String) -> Void = { _ in }
    ) async throws(StoreError) -> StoredPage<Item>? {
        guard let positions = Self.positions(number: request.number, size: request.size),
            let list = try await storage.list(positions, of: collection)
        else { return nil }
        let items = list.records.compactMap { decode($0, onUnreadable) }
        guard items.count == list.records.count else { return nil }
        return StoredPage(
            Page(items: items, number: request.number, size: request.size, total: list.total),
            storedAt: list.records.map(\.fetchedAt).min() ?? list.fetchedAt, isCurrent: list.isCurrent)
    }

    /// The stored item, and when the server sent it; `nil` as for ``page(_:onUnreadable:)``.
    public func item(
        id: Item.ID, onUnreadable: (String) -> Void = { _ in }
    ) async throws(StoreError) -> (item: Item, storedAt: Date)? {
        guard let record = try await storage.record(id.text, of: collection), let item = decode(record, onUnreadable)
        else { return nil }
        return (item, record.fetchedAt)
    }

    private func decode(_ record: StoredRecord, _ onUnreadable: (String) -> Void) -> Item? {
        if let item = try? json.decode(Item.self, from: record.json) { return item }
        // The error may quote the record.
        onUnreadable("A stored item of \(collection.kind) has a format that this version can't read.")
        return nil
    }

    /// How often the collection has changed. Take it before a request, and pass it on with the response.
    public func revision() async throws(StoreError) -> RecordRevision {
        try await storage.revision(of: collection)
    }

    /// Stores a page in place of the items that were at its positions.
    @discardableResult
    public func save(
        _ stored: StoredPage<Item>, ifStill revision: RecordRevision
    ) async throws(StoreError) -> SaveOutcome {
        let page = stored.page
        guard let positions = Self.positions(number: page.number, size: page.size) else { return .saved }
        var records: [StoredRecord] = []
        for item in page.items { records.append(try record(of: item, storedAt: stored.storedAt)) }
        return try await storage.save(
            StoredList(records, total: page.total, fetchedAt: stored.storedAt), at: positions, of: collection,
            ifStill: revision)
    }

    /// Stores an item.
    ///
    /// - Parameter revision: what ``revision()`` was when the item was requested; `nil` for an item that a change has
    ///   returned.
    @discardableResult
    public func save(
        _ item: Item, storedAt: Date, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome {
        try await storage.save(try record(of: item, storedAt: storedAt), in: collection, ifStill: revision)
    }

    /// Stores an item that the server has added to the list.
    public func append(_ item: Item, storedAt: Date) async throws(StoreError) {
        try await storage.append(try record(of: item, storedAt: storedAt), to: collection)
    }

    /// Removes an item.
    ///
    /// - Parameter revision: what ``revision()`` was when the server was asked and did not have the item; `nil` for an item
    ///   that the server has removed.
    @discardableResult
    public func remove(
        id: Item.ID, ifStill revision: RecordRevision? = nil
    ) async throws(StoreError) -> SaveOutcome {
        try await storage.remove(id.text, from: collection, ifStill: revision)
    }

    /// A notice at once, and another one when stored data may have changed.
    public func changes() -> AsyncStream<Void> { storage.changes() }

    private func record(of item: Item, storedAt: Date) throws(StoreError) -> StoredRecord {
        do {
            return StoredRecord(id: item.id.text, json: try json.encode(item), fetchedAt: storedAt)
        } catch {
            throw .failed(reason: "An item of \(collection.kind) can't be encoded as JSON.")
        }
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
    private let isCurrent: Bool

    /// - Parameter isCurrent: whether the items still belong to this page: `false` if the list has shifted since
    ///   `storedAt`.
    public init(_ page: Page<Item>, storedAt: Date, isCurrent: Bool = true) {
        self.page = page
        self.storedAt = storedAt
        self.isCurrent = isCurrent
    }

    /// Whether every item of the page is there. Pages of another size may cover only a part of it, and after a shift of
    /// the list some of its items may have been stored nowhere.
    public var isComplete: Bool {
        guard isCurrent else { return false }
        let (start, isBeyond) = (page.number - 1).multipliedReportingOverflow(by: page.size)
        return isBeyond || page.items.count >= min(page.size, page.total - start)
    }
}

extension StoredPage: Equatable where Item: Equatable {}
