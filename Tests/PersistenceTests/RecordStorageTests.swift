import ContractSuites
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("Record storage")
struct RecordStorageTests {
    @Test("InMemoryRecordStorage fulfils the contract", arguments: RecordStorageContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await clause.check(.inMemory())
    }

    /// A storage with one fault.
    private struct FaultyRecordStorage: RecordStorage {
        enum Fault: CaseIterable, Sendable {
            case ignoresTheKind, ignoresTheOwner, ignoresTheRange, sortsRecords, keepsTheFirstSave, countsDown,
                cutsSeconds
            case removesNothing, keepsAllOnRemoval, ignoresCancellation
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
            return try await base.list(fault == .ignoresTheRange ? 0..<100 : positions, of: collection)
        }

        func save(
            _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection
        ) async throws(StoreError) {
            let collection = self.collection(collection)
            if fault == .keepsTheFirstSave, try await base.list(positions, of: collection) != nil { return }
            let seconds = list.fetchedAt.timeIntervalSince1970
            try await base.save(
                StoredList(
                    fault == .sortsRecords ? list.records.sorted { $0.id < $1.id } : list.records,
                    total: fault == .countsDown ? list.total - 1 : list.total,
                    fetchedAt: Date(timeIntervalSince1970: fault == .cutsSeconds ? seconds.rounded() : seconds)),
                at: positions, of: collection)
        }

        func remove(_ id: String, from collection: RecordCollection) async throws(StoreError) {
            if fault != .removesNothing { try await base.remove(id, from: self.collection(collection)) }
        }

        func removeAll(of account: AccountID) async throws(StoreError) {
            if fault != .keepsAllOnRemoval { try await base.removeAll(of: account) }
        }
    }

    @Test("a storage with one fault breaks the contract", arguments: FaultyRecordStorage.Fault.allCases)
    private func fault(fault: FaultyRecordStorage.Fault) async throws {
        try await expectBreach(of: RecordStorageContract.clauses) {
            let stores = AccountStores.inMemory()
            return AccountStores(
                authSessions: stores.authSessions, records: FaultyRecordStorage(fault: fault, base: stores.records))
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
                    storedAt: Date(timeIntervalSince1970: Double(-number))))
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
            .save(StoredPage(Page(items: older, number: 1, size: 2, total: 1), storedAt: .distantPast))
        #expect(try await store(of: Item.self, in: stores).page(PageRequest(size: 2)) == nil)
    }
}
