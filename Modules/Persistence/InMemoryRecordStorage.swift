import Foundation
import Models

/// Stores records until the process exits.
public struct InMemoryRecordStorage: RecordStorage {
    private let authSessions: InMemoryAuthSessionStore

    struct Collection {
        /// `nil` if no part of the list was saved.
        var list: (total: Int, fetchedAt: Date)?
        var order: [Int: String] = [:]
        var records: [String: StoredRecord] = [:]
        var changes = 0
        var responses = 0
        /// How many responses had been saved when each record was.
        var responsesAtSaving: [String: Int] = [:]
        /// How many responses had been saved when one of them last removed a record.
        var responsesAtRemoval = 0
        /// How often the list has shifted, and how often it had when each record was placed.
        var shifts = 0
        var shiftsAtPlacing: [String: Int] = [:]

        mutating func place(_ record: StoredRecord, at position: Int) {
            order = order.filter { $0.value != record.id }
            order[position] = record.id
            store(record)
            shiftsAtPlacing[record.id] = shifts
        }

        /// What prevents that a response is stored which was requested at `revision`; `nil` if nothing does.
        ///
        /// - Parameters:
        ///   - ids: those of its records.
        ///   - positions: of the part of the list that it replaces.
        ///   - total: the list's length in it; `nil` if it is not a list.
        func obstacle(
            to ids: [String], at positions: Range<Int> = 0..<0, total: Int? = nil, since revision: RecordRevision
        ) -> SaveOutcome? {
            if changes != revision.changes { return .outdated }
            let replaced = order.filter { positions.contains($0.key) }.map(\.value)
            let isNew = { responsesAtSaving[$0, default: 0] > revision.responses }
            if ids.contains(where: isNew) || replaced.contains(where: isNew) { return .overtaken }
            // Another response may have removed a record that this one still has.
            if responsesAtRemoval > revision.responses, ids.contains(where: { records[$0] == nil }) {
                return .overtaken
            }
            guard responses > revision.responses, let total, let list, list.total != total else { return nil }
            return .overtaken
        }

        mutating func remove(_ id: String) {
            records[id] = nil
            responsesAtSaving[id] = nil
        }

        mutating func store(_ record: StoredRecord) {
            records[record.id] = record
            responsesAtSaving[record.id] = responses
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

    public func revision(of collection: RecordCollection) async throws(StoreError) -> RecordRevision {
        try authSessions.read { state in
            let found = state.collections[collection]
            return RecordRevision(changes: found?.changes ?? 0, responses: found?.responses ?? 0)
        }
    }

    @discardableResult
    public func save(
        _ saved: StoredList, at positions: Range<Int>, of collection: RecordCollection, ifStill revision: RecordRevision
    ) async throws(StoreError) -> SaveOutcome {
        try change(collection) { found in
            let ids = saved.records.map(\.id)
            if let obstacle = found.obstacle(to: ids, at: positions, total: saved.total, since: revision) {
                return obstacle
            }
            found.responses += 1
            if found.isShifted(by: saved, at: positions) { found.shifts += 1 }
            found.list = (saved.total, saved.fetchedAt)
            for (position, id) in found.order where position >= saved.total || positions.contains(position) {
                found.order[position] = nil
                found.remove(id)
                if !ids.contains(id) { found.responsesAtRemoval = found.responses }
            }
            for (position, record) in zip(positions, saved.records) { found.place(record, at: position) }
            return .saved
        }
    }

    @discardableResult
    public func save(
        _ record: StoredRecord, in collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome {
        try change(collection) { found in
            if let revision {
                if let obstacle = found.obstacle(to: [record.id], since: revision) { return obstacle }
                found.responses += 1
            } else {
                found.changes += 1
            }
            found.store(record)
            return .saved
        }
    }

    public func append(_ record: StoredRecord, to collection: RecordCollection) async throws(StoreError) {
        _ = try change(collection) { found in
            found.changes += 1
            if let list = found.list, !found.order.values.contains(record.id) {
                found.place(record, at: list.total)
                found.list?.total += 1
            }
            found.store(record)
            return .saved
        }
    }

    @discardableResult
    public func remove(
        _ id: String, from collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome {
        try change(collection) { found in
            if let revision, let obstacle = found.obstacle(to: [id], since: revision) { return obstacle }
            if revision == nil || found.records[id] != nil { found.changes += 1 }
            found.remove(id)
            guard let gone = found.order.first(where: { $0.value == id })?.key else { return .saved }
            found.order[gone] = nil
            found.order = Dictionary(uniqueKeysWithValues: found.order.map { ($0 > gone ? $0 - 1 : $0, $1) })
            found.list?.total -= 1
            return .saved
        }
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try authSessions.write { state in
            state.collections = state.collections.filter { $0.key.owner != .account(account) }
        }
    }

    public func changes() -> AsyncStream<Void> { authSessions.feed.changes() }

    /// The result of `body`, which is not run for an account without a session.
    private func change(
        _ collection: RecordCollection, _ body: (inout Collection) -> SaveOutcome
    ) throws(StoreError) -> SaveOutcome {
        try authSessions.write { state in
            if case .account(let account) = collection.owner, state.authSession?.account != account { return .saved }
            return body(&state.collections[collection, default: Collection()])
        }
    }
}
