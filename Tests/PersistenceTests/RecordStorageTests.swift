import ContractSuites
import EngineContracts
import Foundation
import Models
import Persistence
import TestSupport
import Testing

/// What an observer gets from a store that forgets its observers.
private func oneNotice() -> AsyncStream<Void> {
    AsyncStream { continuation in
        continuation.yield()
        continuation.finish()
    }
}

@Suite("Record storage")
struct RecordStorageTests {
    @Test("InMemoryRecordStorage fulfills the contract", arguments: RecordStorageContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await clause.check(.inMemory())
    }

    /// A storage with one fault.
    private struct FaultyRecordStorage: RecordStorage {
        enum Fault: CaseIterable, Sendable {
            case ignoresTheKind, ignoresTheOwner, ignoresTheRange, sortsRecords, keepsTheFirstSave, countsDown,
                cutsSeconds
            case removesNothing, keepsAllOnRemoval, ignoresCancellation, ignoresTheRevision, appendsNothing,
                findsNoRecord, notifiesOnce, savesLateRecords, ignoresShifts, ignoresTheOrder,
                removesLate
        }

        let fault: Fault
        let base: any RecordStorage

        private func collection(_ collection: RecordCollection) -> RecordCollection {
            switch fault {
            case .ignoresTheKind: RecordCollection("items", of: collection.owner)
            case .ignoresTheOwner: RecordCollection(collection.kind, of: .everyone(server: ""))
            default: collection
            }
        }

        func list(
            _ positions: Range<Int>, of collection: RecordCollection
        ) async throws(StoreError) -> StoredList? {
            let (collection, base) = (self.collection(collection), base)
            if fault == .ignoresCancellation {
                return await Task.detached { try? await base.list(positions, of: collection) }.value
            }
            let list = try await base.list(fault == .ignoresTheRange ? 0..<100 : positions, of: collection)
            guard fault == .ignoresShifts else { return list }
            return list.map { StoredList($0.records, total: $0.total, fetchedAt: $0.fetchedAt) }
        }

        func record(_ id: String, of collection: RecordCollection) async throws(StoreError) -> StoredRecord? {
            fault == .findsNoRecord ? nil : try await base.record(id, of: self.collection(collection))
        }

        func revision(of collection: RecordCollection) async throws(StoreError) -> RecordRevision {
            try await base.revision(of: self.collection(collection))
        }

        func save(
            _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection,
            ifStill revision: RecordRevision
        ) async throws(StoreError) -> SaveOutcome {
            let collection = self.collection(collection)
            if fault == .keepsTheFirstSave, try await base.list(positions, of: collection) != nil { return .saved }
            let seconds = list.fetchedAt.timeIntervalSince1970
            let current = try await base.revision(of: collection)
            return try await base.save(
                StoredList(
                    fault == .sortsRecords ? list.records.sorted { $0.id < $1.id } : list.records,
                    total: fault == .countsDown ? list.total - 1 : list.total,
                    fetchedAt: Date(timeIntervalSince1970: fault == .cutsSeconds ? seconds.rounded() : seconds)),
                at: positions, of: collection, ifStill: fault == .ignoresTheRevision ? current : self.revision(revision)
            )
        }

        func save(
            _ record: StoredRecord, in collection: RecordCollection, ifStill revision: RecordRevision?
        ) async throws(StoreError) -> SaveOutcome {
            try await base.save(
                record, in: self.collection(collection),
                ifStill: fault == .savesLateRecords ? nil : revision.map(self.revision))
        }

        private func revision(_ revision: RecordRevision) -> RecordRevision {
            fault == .ignoresTheOrder ? RecordRevision(changes: revision.changes, responses: .max) : revision
        }

        func append(_ record: StoredRecord, to collection: RecordCollection) async throws(StoreError) {
            if fault != .appendsNothing { try await base.append(record, to: self.collection(collection)) }
        }

        func remove(
            _ id: String, from collection: RecordCollection, ifStill revision: RecordRevision?
        ) async throws(StoreError) -> SaveOutcome {
            if fault == .removesNothing { return .saved }
            let revision = fault == .removesLate ? nil : revision
            return try await base.remove(id, from: self.collection(collection), ifStill: revision)
        }

        func removeAll(of account: AccountID) async throws(StoreError) {
            if fault != .keepsAllOnRemoval { try await base.removeAll(of: account) }
        }

        func changes() -> AsyncStream<Void> {
            fault == .notifiesOnce ? oneNotice() : base.changes()
        }
    }

    @Test("a storage with one fault breaks the contract", arguments: FaultyRecordStorage.Fault.allCases)
    private func fault(fault: FaultyRecordStorage.Fault) async throws {
        try await expectBreach(of: RecordStorageContract.clauses) {
            let stores = AccountStores.inMemory()
            return AccountStores(
                authSessions: stores.authSessions, records: FaultyRecordStorage(fault: fault, base: stores.records),
                outbox: stores.outbox)
        }
    }

    @Test("InMemoryOutboxStore fulfills the contract", arguments: OutboxStoreContract.clauses)
    func outbox(clause: ContractClause<AccountStores>) async throws {
        try await clause.check(.inMemory())
    }

    /// An outbox with one fault.
    private struct FaultyOutboxStore: OutboxStore {
        enum Fault: CaseIterable, Sendable {
            case newestFirst, ignoresLanes, ignoresTheWait, mergesSealed, keepsRemoved, ignoresTheOwner, notifiesOnce,
                ignoresCancellation
        }

        let fault: Fault
        let base: any OutboxStore

        func add(
            _ change: NewOutboxEntry, merging merge: @Sendable (OutboxEntry) -> OutboxMerge
        ) async throws(StoreError) -> OutboxEntry? {
            guard fault == .mergesSealed else { return try await base.add(change, merging: merge) }
            guard let last = try await base.entries(of: change.owner).last(where: { $0.lane == change.lane }),
                merge(last) == .removeBoth
            else { return try await base.add(change, merging: merge) }
            try await base.update(last.id, of: change.owner) { _ in nil }
            return nil
        }

        func entries(of owner: DataOwner) async throws(StoreError) -> [OutboxEntry] {
            let entries = try await base.entries(of: owner)
            return fault == .newestFirst ? entries.reversed() : entries
        }

        func next(of owner: DataOwner, after number: Int, at now: Date) async throws(StoreError) -> OutboxEntry? {
            let base = base
            switch fault {
            case .ignoresLanes:
                return try await base.entries(of: owner).first { $0.number > number && $0.isDue(at: now) }
            case .ignoresTheWait: return try await base.next(of: owner, after: number, at: .distantFuture)
            case .ignoresCancellation:
                return await Task.detached { try? await base.next(of: owner, after: number, at: now) }.value
            default: return try await base.next(of: owner, after: number, at: now)
            }
        }

        func update(
            _ id: OutboxEntry.ID, of owner: DataOwner, _ transition: @Sendable (OutboxEntry) -> OutboxEntry?
        ) async throws(StoreError) -> OutboxEntry? {
            let keeps = fault == .keepsRemoved
            let before = try await base.update(id, of: owner) { transition($0) ?? (keeps ? $0 : nil) }
            guard fault == .ignoresTheOwner, before == nil, case .account(let account) = owner else { return before }
            guard let other = try? AccountID.fixture(server: account.server) else { return before }
            return try await base.update(id, of: .account(other), transition)
        }

        func changes() -> AsyncStream<Void> {
            fault == .notifiesOnce ? oneNotice() : base.changes()
        }
    }

    @Test("an outbox with one fault breaks the contract", arguments: FaultyOutboxStore.Fault.allCases)
    private func outboxFault(fault: FaultyOutboxStore.Fault) async throws {
        try await expectBreach(of: OutboxStoreContract.clauses) {
            let stores = AccountStores.inMemory()
            return AccountStores(
                authSessions: stores.authSessions, records: stores.records,
                outbox: FaultyOutboxStore(fault: fault, base: stores.outbox))
        }
    }

    private struct Item: Codable, Identifiable, Sendable, Equatable {
        let id: Identifier<Item>
        let number: Int
    }

    private struct OlderItem: Codable, Identifiable, Sendable {
        let id: Identifier<OlderItem>
    }

    private func store<Value: Codable & Identifiable & Sendable>(
        of type: Value.Type, in stores: AccountStores
    ) throws -> RecordStore<Value> where Value.ID: WireText {
        RecordStore("items", of: .account(try .fixture()), in: stores.records)
    }

    @Test("a typed store reads a page of any size, as old as its oldest item")
    func typed() async throws {
        let stores = AccountStores.inMemory()
        try await stores.authSessions.save(.fixture())
        let store = try store(of: Item.self, in: stores)
        let items = try (1...5).map { Item(id: try Identifier("i-\($0)"), number: $0) }
        for number in 1...3 {
            try await store.save(
                StoredPage(
                    Page(items: Array(items.dropFirst(2 * number - 2).prefix(2)), number: number, size: 2, total: 5),
                    storedAt: Date(timeIntervalSince1970: Double(-number))), ifStill: RecordRevision(responses: .max))
        }
        let expected = StoredPage(
            Page(items: Array(items.dropFirst(3)), number: 2, size: 3, total: 5),
            storedAt: Date(timeIntervalSince1970: -3))
        #expect(try await store.page(PageRequest(number: 2, size: 3)) == expected)
        try await store.remove(id: items[0].id)
        #expect(try await store.page(PageRequest(size: 100))?.page.items == Array(items.dropFirst()))
        #expect(try await store.page(PageRequest(number: .max, size: 100)) == nil)
    }

    @Test("items that another version stored in another format are no page")
    func otherVersion() async throws {
        let stores = AccountStores.inMemory()
        try await stores.authSessions.save(.fixture())
        let older = [OlderItem(id: try Identifier("i-1"))]
        try await store(of: OlderItem.self, in: stores)
            .save(
                StoredPage(Page(items: older, number: 1, size: 2, total: 1), storedAt: .distantPast),
                ifStill: RecordRevision(responses: .max))
        #expect(try await store(of: Item.self, in: stores).page(PageRequest(size: 2)) == nil)
    }
}
