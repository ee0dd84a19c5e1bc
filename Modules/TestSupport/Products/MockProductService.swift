public import Models
public import Services
import Synchronization

/// A mock of ``ProductService``: records each call and returns the result that the test set up for its method. A method
/// without one throws ``ProductServiceError/failed(_:)`` with an ``UnexpectedCall``.
public final class MockProductService: ProductService {
    /// One call with its argument.
    public enum Call: Sendable, Equatable {
        case products(page: PageRequest)
        case create(NewProduct)
        case delete(id: Product.ID)
    }

    private let listing: Result<Listing<Product>, ProductServiceError>?
    private let creation: Result<Product, ProductServiceError>?
    private let deletion: Result<Void, ProductServiceError>?
    private let origin: DoubleOrigin
    private let recorded = Mutex<[Call]>([])

    /// - Parameters:
    ///   - products: the result of ``products(page:)``.
    ///   - create: the result of ``create(_:)``.
    ///   - delete: the result of ``delete(id:)``.
    public init(
        products: Result<Listing<Product>, ProductServiceError>? = nil,
        create: Result<Product, ProductServiceError>? = nil, delete: Result<Void, ProductServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        listing = products
        creation = create
        deletion = delete
        origin = DoubleOrigin(file: file, line: line)
    }

    /// The calls so far, failed ones included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func products(page: PageRequest) async throws(ProductServiceError) -> Listing<Product> {
        try result(of: .products(page: page), listing, "products(page:)")
    }

    public func create(_ product: NewProduct) async throws(ProductServiceError) -> Product {
        try result(of: .create(product), creation, "create(_:)")
    }

    public func delete(id: Product.ID) async throws(ProductServiceError) {
        try result(of: .delete(id: id), deletion, "delete(id:)")
    }

    private func result<Value>(
        of call: Call, _ result: Result<Value, ProductServiceError>?, _ method: String
    ) throws(ProductServiceError) -> Value {
        recorded.withLock { $0.append(call) }
        guard let result else {
            let call = origin.unexpectedCall("ProductService.\(method)")
            throw .failed(.storage(reason: call.description, underlying: call))
        }
        return try result.get()
    }
}
