import ContractSuites
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("Page storage")
struct PageStorageTests {
    @Test("InMemoryPageStorage fulfils the contract", arguments: PageStorageContract.clauses)
    func contract(clause: ContractClause<AccountStores>) async throws {
        try await clause.check(.inMemory())
    }

    /// A storage with one fault.
    private struct FaultyPageStorage: PageStorage {
        enum Fault: CaseIterable, Sendable {
            case ignoresTheList, ignoresTheSize, sortsItems, keepsTheFirstPage, countsDown, cutsSeconds
            case removesNothing, keepsAllOnRemoval, ignoresCancellation
        }

        let fault: Fault
        let base: any PageStorage

        func page(
            _ request: PageRequest, of list: String, of account: AccountID
        ) async throws(StoreError) -> StoredPage<StoredItem>? {
            let list = fault == .ignoresTheList ? "items" : list
            if fault == .ignoresCancellation {
                return await Task.detached { [base] in try? await base.page(request, of: list, of: account) }.value
            }
            var request = request
            if fault == .ignoresTheSize, let any = try? PageRequest(number: request.number, size: 2) { request = any }
            return try await base.page(request, of: list, of: account)
        }

        func save(
            _ stored: StoredPage<StoredItem>, of list: String, of account: AccountID
        ) async throws(StoreError) {
            let page = stored.page
            if fault == .keepsTheFirstPage, let request = try? PageRequest(number: page.number, size: page.size),
                try await base.page(request, of: list, of: account) != nil
            {
                return
            }
            let items = fault == .sortsItems ? page.items.sorted { $0.id > $1.id } : page.items
            let total = fault == .countsDown ? page.total - 1 : page.total
            let seconds = stored.storedAt.timeIntervalSince1970
            try await base.save(
                StoredPage(
                    Page(items: items, number: page.number, size: page.size, total: total),
                    storedAt: Date(timeIntervalSince1970: fault == .cutsSeconds ? seconds.rounded() : seconds)),
                of: fault == .ignoresTheList ? "items" : list, of: account)
        }

        func remove(id: String, of list: String, of account: AccountID) async throws(StoreError) {
            if fault != .removesNothing { try await base.remove(id: id, of: list, of: account) }
        }

        func removeAll(of account: AccountID) async throws(StoreError) {
            if fault != .keepsAllOnRemoval { try await base.removeAll(of: account) }
        }
    }

    @Test("a storage with one fault breaks the contract", arguments: FaultyPageStorage.Fault.allCases)
    private func fault(fault: FaultyPageStorage.Fault) async throws {
        try await expectBreach(of: PageStorageContract.clauses) {
            let stores = AccountStores.inMemory()
            return AccountStores(
                authSessions: stores.authSessions,
                pages: FaultyPageStorage(fault: fault, base: stores.pages),
                users: stores.users
            )
        }
    }

    private struct Item: Codable, Identifiable, Sendable, Equatable {
        let id: Identifier<Item>
        let number: Int
    }

    private struct OlderItem: Codable, Identifiable, Sendable {
        let id: Identifier<OlderItem>
    }

    @Test("a typed store returns its items, and nil for a copy that another version stored in another format")
    func typed() async throws {
        let stores = AccountStores.inMemory()
        try await stores.authSessions.save(.fixture())
        let (account, request) = (try AccountID.fixture(), try PageRequest(size: 2))
        let older = PageStore<OlderItem>("items", of: account, in: stores.pages)
        try await older.save(
            StoredPage(
                Page(items: [OlderItem(id: try Identifier("i-1"))], number: 1, size: 2, total: 1),
                storedAt: .distantPast))
        let store = PageStore<Item>("items", of: account, in: stores.pages)
        #expect(try await store.page(request) == nil)
        let items = try [Item(id: Identifier("i-1"), number: 1), Item(id: Identifier("i-2"), number: 2)]
        let page = StoredPage(Page(items: items, number: 1, size: 2, total: 2), storedAt: .distantPast)
        try await store.save(page)
        #expect(try await store.page(request) == page)
        try await store.remove(id: items[0].id)
        #expect(try await store.page(request)?.page.items == [items[1]])
    }
}
