public import Foundation
import Models

/// Stores records until the process exits.
public struct InMemoryRecordStorage: RecordStorage {
    private let authSessions: InMemoryAuthSessionStore

    struct Collection {
        /// `nil` if no part of the list was saved.
        var list: (total: Int, fetchedAt: Date)?
        var order: [Int: String] = [:]
        var records: [String: StoredRecord] = [:]
        var revision = 0
        /// How often the list has shifted. ``shiftsAtPlacing`` has the number from when each record was placed.
        var shifts = 0
        var shiftsAtPlacing: [String: Int] = [:]

        mutating func place(_ record: StoredRecord, at position: Int) {
            order = order.filter { $0.value != record.id }
            order[position] = record.id
            records[record.id] = record
            shiftsAtPlacing[record.id] = shifts
        }

        func wasStored(since start: Date, at positions: Range<Int>, before end: Date) -> Bool {
            var times = order.filter { positions.contains($0.key) }.compactMap { records[$0.value]?.fetchedAt }
            if let list, list.total <= positions.lowerBound { times.append(list.fetchedAt) }
            return times.contains { $0 > start && $0 <= end }
        }

        /// Whether `saved` contradicts what has been stored of the list since the list last shifted.
        func isShifted(by saved: StoredList, at positions: Range<Int>) -> Bool {
            guard let list else { return false }
            let places = Dictionary(uniqueKeysWithValues: zip(positions, saved.records.map(\.id)))
            return list.total != saved.total
                || order.contains { position, id in
                    shiftsAtPlacing[id] == shifts
                        && (positions.contains(position) ? places[position] != id : places.values.contains(id))
                }
        }
    }

    /// - Parameter authSessions: the store of the accounts that the records belong to.
    public init(_ authSessions: InMemoryAuthSessionStore) {
        self.authSessions = authSessions
    }

    public func list(
        _ positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) -> StoredList? {
        try authSessions.read { state in
            guard let found = state.collections[collection], let list = found.list else { return nil }
            let ids = found.order.filter { positions.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
            if ids.isEmpty, positions.overlaps(0..<list.total) { return nil }
            return StoredList(
                ids.compactMap { found.records[$0] }, total: list.total, fetchedAt: list.fetchedAt,
                isCurrent: ids.allSatisfy { found.shiftsAtPlacing[$0] == found.shifts })
        }
    }

    public func record(_ id: String, of collection: RecordCollection) async throws(StoreError) -> StoredRecord? {
        try authSessions.read { $0.collections[collection]?.records[id] }
    }

    public func revision(of collection: RecordCollection) async throws(StoreError) -> Int {
        try authSessions.read { $0.collections[collection]?.revision ?? 0 }
    }

    @discardableResult
    public func save(
        _ saved: StoredList, at positions: Range<Int>, of collection: RecordCollection, ifStill revision: Int,
        requestedAt: Date
    ) async throws(StoreError) -> Bool {
        try change(collection) { found in
            guard found.revision == revision else { return true }
            if found.wasStored(since: requestedAt, at: positions, before: saved.fetchedAt) { return false }
            if found.isShifted(by: saved, at: positions) { found.shifts += 1 }
            found.list = (saved.total, saved.fetchedAt)
            for (position, id) in found.order where position >= saved.total || positions.contains(position) {
                found.order[position] = nil
                found.records[id] = nil
            }
            for (position, record) in zip(positions, saved.records) { found.place(record, at: position) }
            return true
        }
    }

    @discardableResult
    public func save(
        _ record: StoredRecord, in collection: RecordCollection, ifStill revision: Int?,
        requestedAt: Date
    ) async throws(StoreError) -> Bool {
        try change(collection) { found in
            if let revision {
                guard found.revision == revision else { return true }
                if let stored = found.records[record.id]?.fetchedAt, stored > requestedAt, stored <= record.fetchedAt {
                    return false
                }
            } else {
                found.revision += 1
            }
            found.records[record.id] = record
            return true
        }
    }

    public func append(_ record: StoredRecord, to collection: RecordCollection) async throws(StoreError) {
        _ = try change(collection) { found in
            found.revision += 1
            if let list = found.list, !found.order.values.contains(record.id) {
                found.place(record, at: list.total)
                found.list?.total += 1
            }
            found.records[record.id] = record
            return true
        }
    }

    public func remove(_ id: String, from collection: RecordCollection) async throws(StoreError) {
        _ = try change(collection) { found in
            found.revision += 1
            found.records[id] = nil
            guard let gone = found.order.first(where: { $0.value == id })?.key else { return true }
            found.order[gone] = nil
            found.order = Dictionary(uniqueKeysWithValues: found.order.map { ($0 > gone ? $0 - 1 : $0, $1) })
            found.list?.total -= 1
            return true
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try authSessions.write { state in
            state.collections = state.collections.filter { $0.key.owner != .account(account) }
        }
    }

    public func changes() -> AsyncStream<Void> { authSessions.feed.changes() }

    /// Runs `body` and returns its result. For an account without a session, does nothing and returns `true`.
    private func change(
        _ collection: RecordCollection, _ body: (inout Collection) -> Bool
    ) throws(StoreError) -> Bool {
        try authSessions.write { state in
            if case .account(let account) = collection.owner, state.authSession?.account != account { return true }
            return body(&state.collections[collection, default: Collection()])
        }
    }
}
