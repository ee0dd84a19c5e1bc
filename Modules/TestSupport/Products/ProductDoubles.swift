public import Foundation
public import Models
import Persistence
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
    public func products(of account: Account?) -> RemoteProductService {
        RemoteProductService(
            client: client, account: account,
            session: account.flatMap { sessions.session(Admin.self, of: $0, on: client) }, records: stores.records,
            time: time)
    }
}
