import Foundation
import Models

/// Stores records until the process exits.
public struct InMemoryRecordStorage: RecordStorage {
    private let authSessions: InMemoryAuthSessionStore

    struct List {
        var total = 0
        var fetchedAt: Date
        var records: [Int: StoredRecord] = [:]
    }

    /// - Parameter authSessions: the store of the accounts that the records belong to and are removed with.
    public init(_ authSessions: InMemoryAuthSessionStore) {
        self.authSessions = authSessions
    }

    public func list(
        _ positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) -> StoredList? {
        try authSessions.state(of: collection.owner) { state in
            guard let list = state.lists[collection] else { return nil }
            let found = list.records.filter { positions.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
            if found.isEmpty, positions.overlaps(0..<list.total) { return nil }
            return StoredList(found, total: list.total, fetchedAt: list.fetchedAt)
        }
    }

    public func save(
        _ saved: StoredList, at positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) {
        let ids = Set(saved.records.map(\.id))
        try authSessions.state(of: collection.owner) { state in
            var list = List(total: saved.total, fetchedAt: saved.fetchedAt)
            for (position, record) in state.lists[collection]?.records ?? [:]
            where position < saved.total && !positions.contains(position) && !ids.contains(record.id) {
                list.records[position] = record
            }
            for (position, record) in zip(positions, saved.records) { list.records[position] = record }
            state.lists[collection] = list
        }
    }

    public func remove(_ id: String, from collection: RecordCollection) async throws(StoreError) {
        try authSessions.state(of: collection.owner) { state in
            guard let list = state.lists[collection], let gone = list.records.first(where: { $0.value.id == id })?.key
            else { return }
            var shorter = List(total: max(list.total - 1, 0), fetchedAt: list.fetchedAt)
            for (position, record) in list.records where position != gone {
                shorter.records[position > gone ? position - 1 : position] = record
            }
            state.lists[collection] = shorter
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try authSessions.state(of: .account(account)) { state in
            state.lists = state.lists.filter { $0.key.owner != .account(account) }
        }
    }
}
