public import Foundation
public import Models
public import Persistence
public import RemoteServices
public import Services

extension Product {
    /// A product with defaults.
    public static func fixture(
        id: String = "p-1", sku: String = "CARD-1000", name: String = "Punched cards", price: String = "19.90",
        currency: String = "EUR", details: String? = nil, createdAt: Date = Date(timeIntervalSince1970: 1_769_936_400)
    ) throws(InvalidValue) -> Product {
        Product(
            id: try ID(id), sku: try SKU(sku), name: try ProductName(name),
            price: try Price(price, try Currency(currency)), details: details, createdAt: Timestamp(createdAt))
    }
}

extension NewProduct {
    /// A new product with defaults.
    public static func fixture(
        sku: String = "EDSAC-1", name: String = "Initial orders", price: String = "12.50", currency: String = "GBP",
        details: String? = nil
    ) throws(InvalidValue) -> NewProduct {
        try NewProduct(
            sku: try SKU(sku), name: try ProductName(name), price: try Price(price, try Currency(currency)),
            details: details)
    }
}

/// A mock of `ProductService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an ``UnexpectedCall``.
public final class MockProductService: ProductService {
    /// One call with its argument.
    public enum Call: Sendable, Equatable {
        case products(page: PageRequest)
        case create(NewProduct)
        case delete(id: Product.ID)
    }

    private let productsResponse: MockResponse<PageRequest, Listing<Product>, ProductServiceError>?
    private let createResponse: MockResponse<NewProduct, Product, ProductServiceError>?
    private let deleteResponse: MockResponse<Product.ID, Void, ProductServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any ProductService)? = nil,
        products: MockResponse<PageRequest, Listing<Product>, ProductServiceError>? = nil,
        create: MockResponse<NewProduct, Product, ProductServiceError>? = nil,
        delete: MockResponse<Product.ID, Void, ProductServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        productsResponse = .of(products, base) { base, call throws(ProductServiceError) in
            try await base.products(page: call)
        }
        createResponse = .of(create, base) { base, call throws(ProductServiceError) in try await base.create(call) }
        deleteResponse = .of(delete, base) { base, call throws(ProductServiceError) in try await base.delete(id: call) }
        recorder = MockRecorder("ProductService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func products(page: PageRequest) async throws(ProductServiceError) -> Listing<Product> {
        try await recorder.respond(to: .products(page: page), page, with: productsResponse)
    }

    public func create(_ product: NewProduct) async throws(ProductServiceError) -> Product {
        try await recorder.respond(to: .create(product), product, with: createResponse)
    }

    public func delete(id: Product.ID) async throws(ProductServiceError) {
        try await recorder.respond(to: .delete(id: id), id, with: deleteResponse)
    }
}

/// A mock of `ProductStore`: returns the responses that a test sets up and records each call. A call without a response
/// throws `StoreError.failed(reason:)` with the text of an ``UnexpectedCall``.
public final class MockProductStore: ProductStore {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case page(PageRequest, of: String)
        case save(StoredPage<Product>, of: String)
        case remove(id: Product.ID, of: String)
    }

    private let pageResponse: MockResponse<(PageRequest, String), StoredPage<Product>?, StoreError>?
    private let saveResponse: MockResponse<(StoredPage<Product>, String), Void, StoreError>?
    private let removeResponse: MockResponse<(Product.ID, String), Void, StoreError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any ProductStore)? = nil,
        page: MockResponse<(PageRequest, String), StoredPage<Product>?, StoreError>? = nil,
        save: MockResponse<(StoredPage<Product>, String), Void, StoreError>? = nil,
        remove: MockResponse<(Product.ID, String), Void, StoreError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        pageResponse = .of(page, base) { base, call throws(StoreError) in try await base.page(call.0, of: call.1) }
        saveResponse = .of(save, base) { base, call throws(StoreError) in try await base.save(call.0, of: call.1) }
        removeResponse = .of(remove, base) { base, call throws(StoreError) in
            try await base.remove(id: call.0, of: call.1)
        }
        recorder = MockRecorder("ProductStore", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>? {
        try await recorder.respond(to: .page(request, of: server), (request, server), with: pageResponse)
    }

    public func save(_ page: StoredPage<Product>, of server: String) async throws(StoreError) {
        try await recorder.respond(to: .save(page, of: server), (page, server), with: saveResponse)
    }

    public func remove(id: Product.ID, of server: String) async throws(StoreError) {
        try await recorder.respond(to: .remove(id: id, of: server), (id, server), with: removeResponse)
    }
}

extension FakeResource {
    /// `/v2/products`, for guests too. Only the sample backend checks who changes a product.
    static var products: FakeResource {
        let items = (1...4).map { number in
            [
                "id": "p-\(number)", "sku": "CARD-\(number)", "name": "Punched cards, box \(number)",
                "price": ["amount": "19.90", "currency": "EUR"], "created_at": "2026-02-0\(number)T09:00:00Z",
            ] as [String: any Sendable]
        }
        return FakeResource("products", of: Product.self, for: .everyone, items: items) { number, now in
            ["id": "p-\(number + 100)", "created_at": Timestamp(now).description]
        }
    }
}

extension RemoteServicesFixture {
    /// The product service of `account`, or of a guest.
    ///
    /// - Parameter store: stores the listed pages of all accounts.
    public func products(of account: Account?, store: any ProductStore) -> RemoteProductService {
        RemoteProductService(
            client: client, account: account,
            session: account.flatMap { sessions.session(Admin.self, of: $0, on: client) }, store: store, time: time)
    }
}
