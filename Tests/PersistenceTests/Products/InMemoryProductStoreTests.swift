import ContractSuites
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("InMemoryProductStore") struct InMemoryProductStoreTests {
    @Test("satisfies the contract of product stores", arguments: ProductStoreContract.clauses)
    func contract(clause: ContractClause<any ProductStore>) async throws {
        try await clause.check(InMemoryProductStore())
    }

    /// A store with one fault.
    private struct FaultyProductStore: ProductStore {
        enum Fault: CaseIterable, Sendable {
            case ignoresTheServer, ignoresTheSize, sortsItems, dropsDetails, cutsSeconds, keepsTheFirstPage
            case removesNothing, removesFromEveryServer, countsDown, ignoresCancellation
        }

        let fault: Fault
        let base = InMemoryProductStore()

        func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>? {
            if fault == .ignoresCancellation {
                return await Task.detached { [base] in try? await base.page(request, of: server) }.value
            }
            var (request, server) = (request, server)
            if fault == .ignoresTheServer { server = "" }
            if fault == .ignoresTheSize, let any = try? PageRequest(number: request.number, size: 2) { request = any }
            return try await base.page(request, of: server)
        }

        func save(_ stored: StoredPage<Product>, of server: String) async throws(StoreError) {
            let page = stored.page
            var (items, storedAt) = (page.items, stored.storedAt)
            if fault == .sortsItems { items.sort { $0.id.text < $1.id.text } }
            if fault == .dropsDetails {
                items = items.map {
                    Product(id: $0.id, sku: $0.sku, name: $0.name, price: $0.price, createdAt: $0.createdAt)
                }
            }
            if fault == .cutsSeconds {
                storedAt = .init(timeIntervalSince1970: storedAt.timeIntervalSince1970.rounded())
            }
            if fault == .keepsTheFirstPage, let request = try? PageRequest(number: page.number, size: page.size),
                try await base.page(request, of: server) != nil
            {
                return
            }
            let changed = Page(items: items, number: page.number, size: page.size, total: page.total)
            try await base.save(
                StoredPage(changed, storedAt: storedAt), of: fault == .ignoresTheServer ? "" : server)
        }

        func remove(id: Product.ID, of server: String) async throws(StoreError) {
            switch fault {
            case .removesNothing: return
            case .removesFromEveryServer:
                for server in ["https://api.example.com", "https://api.example.com:8443"] {
                    try await base.remove(id: id, of: server)
                }
            case .countsDown:
                for size in 2...3 {
                    guard let request = try? PageRequest(size: size),
                        let stored = try await base.page(request, of: server)
                    else { continue }
                    let page = stored.page
                    let less = Page(items: page.items, number: 1, size: size, total: page.total - 1)
                    try await base.save(StoredPage(less, storedAt: stored.storedAt), of: server)
                }
                try await base.remove(id: id, of: server)
            default: try await base.remove(id: id, of: fault == .ignoresTheServer ? "" : server)
            }
        }
    }

    @Test("a store with one fault breaks the contract", arguments: FaultyProductStore.Fault.allCases)
    private func fault(fault: FaultyProductStore.Fault) async throws {
        try await expectBreach(of: ProductStoreContract.clauses) { FaultyProductStore(fault: fault) }
    }
}
