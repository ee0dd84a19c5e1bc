public import EngineContracts
import Models
import Persistence
public import Services
public import TestSupport
import Testing

/// The contract that every `ProductService` fulfills.
public enum ProductServiceContract {
    /// The clauses. Each needs a new subject with empty stores and a new backend.
    public static var clauses: [ContractClause<ProductServiceSubject>] {
        [
            ContractClause("guests and accounts list the same catalog, each product once and in one order") { subject in
                let whole = try await subject.list(PageRequest(size: 100))
                for account in [subject.member, subject.admin] {
                    #expect(try await subject.list(PageRequest(size: 100), as: account) == whole)
                }
                try await expectPages(of: 3) { try await subject.list($0) }
            },
            ContractClause("a list that is cancelled reports cancellation, even with a stored copy") { subject in
                _ = try await subject.list(PageRequest(size: 5))
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.list(PageRequest(size: 5)) }
                }
            },
            ContractClause("an observed page is the stored one at once, then the server's, then each change") {
                subject in
                let request = try PageRequest(size: 5)
                let page = try await subject.list(request)
                var snapshots = try await subject.products(nil).observe(page: request).makeAsyncIterator()
                var latest = try #require(try await snapshots.next()?.get())
                #expect(latest.value == page && latest.source == .stored)
                while latest.source == .stored { latest = try #require(try await snapshots.next()?.get()) }
                let id = try #require(page.items.first?.id)
                try await subject.products(subject.admin).delete(id: id)
                while latest.value.items.contains(where: { $0.id == id }) {
                    latest = try #require(try await snapshots.next()?.get())
                }
                #expect(latest.value.items.count == page.items.count - 1)
            },
            ContractClause("without a connection a list is the stored copy with its date and the reason") { subject in
                let page = try await subject.list(PageRequest(size: 5))
                let storedAt = try await subject.stored.page(PageRequest(size: 5))?.storedAt
                subject.backend.cutConnection()
                let listing = try await subject.products(nil).products(page: PageRequest(size: 5))
                #expect(listing.value == page && listing.source == .stored)
                #expect(listing.fetchedAt == storedAt)
                #expect(listing.refreshError?.kind == .unreachable)
            },
            ContractClause("without a connection a page that was never listed is a failure") { subject in
                _ = try await subject.list(PageRequest(size: 2))
                subject.backend.cutConnection()
                let error = await expectFailure(.network) { try await subject.list(PageRequest(number: 2, size: 2)) }
                #expect(error?.failure?.kind == .unreachable)
            },
            ContractClause("without a connection nothing is created or deleted") { subject in
                let id = try #require(try await subject.list(PageRequest(size: 5)).items.first?.id)
                subject.backend.cutConnection()
                let products = try await subject.products(subject.admin)
                await expectFailure(.network) { try await products.create(.fixture()) }
                await expectFailure(.network) { try await products.delete(id: id) }
                #expect(try await subject.storedIDs()?.contains(id) == true)
            },
            ContractClause("an administrator's product comes back exact and is the last of the list") { subject in
                let new = try NewProduct.fixture(price: "999999999.999", currency: "KWD", details: "“Two”\n\tlines 😀")
                let created = try await subject.products(subject.admin).create(new)
                #expect(created.sku == new.sku && created.name == new.name && created.details == new.details)
                #expect(created.price == new.price && created.price.amountText == "999999999.999")
                #expect(try await subject.list(PageRequest(size: 100)).items.last == created)
            },
            ContractClause(
                "an SKU that another product has is invalid, and nothing is created",
                needs: "an SKU belongs to one product"
            ) { subject in
                let whole = try await subject.list(PageRequest(size: 100))
                let taken = try #require(whole.items.first?.sku.text)
                await expectFailure(.invalid(fields: ["sku"])) {
                    try await subject.products(subject.admin).create(.fixture(sku: taken))
                }
                #expect(try await subject.list(PageRequest(size: 100)).total == whole.total)
            },
            ContractClause(
                "a currency that the server does not accept is invalid", needs: "prices have one of a few currencies"
            ) { subject in
                await expectFailure(.invalid(fields: ["price.currency"])) {
                    try await subject.products(subject.admin).create(.fixture(currency: "XXX"))
                }
            },
            ContractClause("a deleted product is in no list and no copy, and deleting it again finds nothing") {
                subject in
                let products = try await subject.products(subject.admin)
                let whole = try await subject.list(PageRequest(size: 5))
                let id = try #require(whole.items.first?.id)
                try await products.delete(id: id)
                #expect(try await subject.storedIDs() == whole.items.map(\.id).filter { $0 != id })
                await expectFailure(.notFound) { try await products.delete(id: id) }
                let after = try await subject.list(PageRequest(size: 100))
                #expect(after.total == whole.total - 1)
                #expect(!after.items.map(\.id).contains(id))
            },
            ContractClause("guests have to log in and members may not change anything, without a request") { subject in
                subject.backend.cutConnection()
                let id = try Product.ID("p-1")
                for (account, kind) in [(nil, ServiceErrorKind.loggedOut), (subject.member, .forbidden)] {
                    let products = try await subject.products(account)
                    let errors = [
                        await expectFailure(kind) { try await products.create(.fixture()) },
                        await expectFailure(kind) { try await products.delete(id: id) },
                    ]
                    for error in errors { #expect(error?.failure == nil) }
                }
            },
        ]
    }
}

extension ProductServiceSubject {
    /// Returns the page as the server sent it. Records an issue for a stored copy.
    fileprivate func list(_ request: PageRequest, as account: Account? = nil) async throws -> Page<Product> {
        let listing = try await products(account).products(page: request)
        #expect(listing.source == .server)
        return listing.value
    }

    /// The ids of the products on the stored first page of size 5.
    fileprivate func storedIDs() async throws -> [Product.ID]? {
        try await stored.page(PageRequest(size: 5))?.page.items.map(\.id)
    }
}

/// The subject of ``ProductServiceContract``: the product services of one machine, and a backend that has products.
public struct ProductServiceSubject: Sendable {
    /// A logged-in account that may change the catalog.
    public let admin: Account
    /// A logged-in account that may only read the catalog.
    let member: Account
    /// The service of an account, or of a guest if the account is `nil`.
    public var products: @Sendable (Account?) async throws -> any ProductService
    /// The pages that all services store.
    let stored: RecordStore<Product>
    public let backend: any ContractBackend

    public init(
        admin: Account, member: Account, stores: AccountStores, on backend: any ContractBackend,
        products: @escaping @Sendable (Account?) async throws -> any ProductService
    ) {
        self.admin = admin
        self.member = member
        self.products = products
        self.backend = backend
        stored = RecordStore("products", of: .everyone(server: backend.server), in: stores.records)
    }
}
