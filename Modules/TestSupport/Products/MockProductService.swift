public import Models
public import Services

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
        productsResponse =
            products
            ?? base.map { base in
                .closure { call throws(ProductServiceError) in try await base.products(page: call) }
            }
        createResponse =
            create ?? base.map { base in .closure { call throws(ProductServiceError) in try await base.create(call) } }
        deleteResponse =
            delete
            ?? base.map { base in .closure { call throws(ProductServiceError) in try await base.delete(id: call) } }
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
