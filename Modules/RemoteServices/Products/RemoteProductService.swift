public import Models
public import Networking
public import Persistence
public import Primitives
public import Services

/// Reads and changes products on the backend, and stores a copy of every page. If the backend can't be reached or is
/// silent for 2 s, it returns the stored copy.
public struct RemoteProductService: ProductService {
    private let client: Client
    private let session: Session<Admin>?
    private let account: Account?
    private let store: any ProductStore
    private let time: any TimeSource

    /// - Parameters:
    ///   - client: reads as a guest.
    ///   - account: `nil` for a guest, who may only read.
    ///   - session: writes; `nil` if the account is not an administrator's.
    ///   - time: its wall clock dates the stored copies.
    public init(
        client: Client, account: Account? = nil, session: Session<Admin>? = nil, store: any ProductStore,
        time: any TimeSource
    ) {
        self.client = client
        self.account = account
        self.session = session
        self.store = store
        self.time = time
    }

    public func products(page request: PageRequest) async throws(ProductServiceError) -> Listing<Product> {
        // Never signed: the response is the same for everyone, so all accounts share one cached response.
        let session = client.session(for: Guest.self)
        let (store, server) = (store, server)
        let copy = PageCopy<Product> { () async throws(StoreError) in
            try await store.page(request, of: server)
        } save: { page async throws(StoreError) in
            try await store.save(page, of: server)
        }
        do throws(NetworkError) {
            return try await session.listing(.products(request), copy: copy, time: time)
        } catch {
            throw Task.isCancelled ? .cancelled : ProductServiceError(error)
        }
    }

    public func create(_ product: NewProduct) async throws(ProductServiceError) -> Product {
        let session = try adminSession()
        do throws(NetworkError) {
            return try await session.send(.createProduct(product))
        } catch {
            throw ProductServiceError(error)
        }
    }

    public func delete(id: Product.ID) async throws(ProductServiceError) {
        let session = try adminSession()
        do throws(NetworkError) {
            try await session.send(.deleteProduct(id)) { outcome async throws(StoreError) in
                switch outcome {
                case .success: try await store.remove(id: id, of: server)
                case .failure(let error):
                    if error.isNotFound { try await store.remove(id: id, of: server) }
                }
            }
        } catch {
            throw ProductServiceError(error)
        }
    }

    private var server: String { client.environment.origin.description }

    private func adminSession() throws(ProductServiceError) -> Session<Admin> {
        guard account != nil else { throw .loggedOut }
        guard let session else { throw .forbidden(nil) }
        return session
    }
}

extension Endpoint where Access: GuestScope, Response == Page<Product> {
    /// `GET /products`: one page of the catalog, oldest first.
    public static func products(_ page: PageRequest) -> Self {
        Endpoint(
            .get, "/products", query: [QueryItem("page", page.number), QueryItem("per_page", page.size)],
            response: .json)
    }
}

extension Endpoint where Access: AdminScope, Response == Product {
    /// `POST /products`: 422 with the invalid fields, 409 with the field `sku` for an SKU in use.
    public static func createProduct(_ product: NewProduct) -> Self {
        Endpoint(.post, "/products", body: .encodable(product), idempotency: .keyed, response: .json)
    }
}

extension Endpoint where Access: AdminScope, Response == Void {
    /// `DELETE /products/{id}`: 404 if there is no such product.
    public static func deleteProduct(_ id: Product.ID) -> Self {
        Endpoint(.delete, "/products/\(id.text)", response: .nothing)
    }
}
