import Foundation
import Models
public import Persistence
import TestSupport
import Testing

/// The contract that every `ProductStore` fulfils.
public enum ProductStoreContract {
    /// The clauses. Each needs a new, empty store.
    public static var clauses: [ContractClause<any ProductStore>] { storageClauses + removalClauses }

    private static let server = "https://api.example.com"
    private static let otherServer = "https://api.example.com:8443"

    private static var storageClauses: [ContractClause<any ProductStore>] {
        [
            ContractClause("a page that was never saved is nil, whatever other pages there are") { store in
                try await store.save(.fixture(number: 1, size: 2), of: server)
                for (number, size) in [(2, 2), (1, 3)] {
                    #expect(try await store.page(PageRequest(number: number, size: size), of: server) == nil)
                }
                #expect(try await store.page(PageRequest(size: 2), of: otherServer) == nil)
            },
            ContractClause("a page comes back with every field of its products, in its order") { store in
                let page = try StoredPage.fixture(
                    [
                        .fixture(id: "p-2", sku: "B", price: "0.01", details: "Two\n\tlines 😀"),
                        .fixture(id: "p-1", sku: "A", name: "Soroban", price: "3200", currency: "JPY"),
                        .fixture(id: "p-3", sku: "C", price: "999999999.999", currency: "KWD", details: ""),
                    ], number: 7, size: 3, total: 41)
                try await store.save(page, of: server)
                #expect(try await store.page(PageRequest(number: 7, size: 3), of: server) == page)
            },
            ContractClause("an empty page is a page") { store in
                let page = try StoredPage.fixture([], number: 9, total: 3)
                try await store.save(page, of: server)
                #expect(try await store.page(PageRequest(number: 9, size: 2), of: server) == page)
            },
            ContractClause("a page replaces the one before it whole, date and total included") { store in
                try await store.save(.fixture([.fixture(id: "p-1", details: "Old."), .fixture(id: "p-2")]), of: server)
                let next = try StoredPage.fixture(
                    [.fixture(id: "p-1")], total: 1, storedAt: Date(timeIntervalSince1970: 2_000_000_000.123))
                try await store.save(next, of: server)
                #expect(try await store.page(PageRequest(size: 2), of: server) == next)
            },
            ContractClause("the same page of two servers is two pages") { store in
                let (one, other) = (
                    try StoredPage.fixture([.fixture(name: "One")]), try StoredPage.fixture([.fixture(name: "Other")])
                )
                try await store.save(one, of: server)
                try await store.save(other, of: otherServer)
                #expect(try await store.page(PageRequest(size: 2), of: server) == one)
                #expect(try await store.page(PageRequest(size: 2), of: otherServer) == other)
            },
            ContractClause("dates come back equal to the millisecond") { store in
                for milliseconds: Double in [-62_135_596_799_999, -1, 0, 1, 1_767_225_600_123, 253_402_300_799_999] {
                    let date = Date(timeIntervalSince1970: milliseconds / 1_000)
                    let page = try StoredPage.fixture([.fixture(createdAt: date)], storedAt: date)
                    try await store.save(page, of: server)
                    #expect(try await store.page(PageRequest(size: 2), of: server) == page)
                }
            },
            ContractClause("texts come back byte for byte") { store in
                for text in ["'; DROP TABLE product_pages; --", "e\u{301}", "\u{E9}", "a\0b", "\u{FEFF}x"] {
                    try await store.save(.fixture([.fixture(details: text)]), of: server)
                    let stored = try await store.page(PageRequest(size: 2), of: server)
                    // Swift's == treats the two spellings of é as equal.
                    #expect(stored?.page.items.first?.details.map { Array($0.utf8) } == Array(text.utf8))
                }
            },
            ContractClause("a cancelled task gets that error, and its save changes nothing") { store in
                let page = try StoredPage<Product>.fixture()
                await expectCancelled { try await store.save(page, of: server) }
                await expectCancelled { _ = try await store.page(PageRequest(size: 2), of: server) }
                await expectCancelled { try await store.remove(id: Product.ID("p-1"), of: server) }
                #expect(try await store.page(PageRequest(size: 2), of: server) == nil)
            },
        ]
    }

    private static var removalClauses: [ContractClause<any ProductStore>] {
        [
            ContractClause("remove takes a product out of every page of its server and keeps the totals") { store in
                let (gone, left) = (try Product.fixture(id: "p-1"), try Product.fixture(id: "P-1", sku: "OTHER"))
                for size in [2, 3] { try await store.save(.fixture([gone, left], size: size, total: 9), of: server) }
                try await store.save(.fixture([gone]), of: otherServer)
                for _ in 1...2 {
                    try await store.remove(id: gone.id, of: server)
                    for size in [2, 3] {
                        let stored = try await store.page(PageRequest(size: size), of: server)
                        #expect(try stored == .fixture([left], size: size, total: 9))
                    }
                }
                #expect(try await store.page(PageRequest(size: 2), of: otherServer)?.page.items == [gone])
            }
        ]
    }
}

extension StoredPage where Item == Product {
    /// A page with defaults, so that a clause states only the values that matter to it.
    fileprivate static func fixture(
        _ items: [Product]? = nil, number: Int = 1, size: Int = 2, total: Int = 2,
        storedAt: Date = Date(timeIntervalSince1970: 1_767_225_600)
    ) throws(InvalidValue) -> StoredPage {
        let products = if let items { items } else { [try Product.fixture()] }
        return StoredPage(Page(items: products, number: number, size: size, total: total), storedAt: storedAt)
    }
}
