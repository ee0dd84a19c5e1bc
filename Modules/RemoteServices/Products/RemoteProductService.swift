public import Models
public import Networking
import Persistence
import Primitives
public import Services

/// Reads and changes products on the backend, and stores every page. If the backend can't be reached or does not
/// respond within 2 s, a read returns the stored copy.
struct RemoteProductService: ProductService {
    private let account: AccountBackend?
    private let copies: RecordStore<Product>
    private let reads: StoredReads<Guest, Product>

    /// - Parameter account: `nil` for a guest, who may only read.
    init(_ backend: BackendServices, of account: AccountBackend? = nil) {
        self.account = account
        copies = RecordStore(
            "products", of: .everyone(server: backend.client.environment.origin.description),
            in: backend.stores.records)
        // Never signed: the response is the same for everyone, so all accounts share one cached response.
        reads = StoredReads(backend.client.session(for: Guest.self), copies: copies, time: backend.time)
    }

    func products(page: PageRequest) async throws(ProductServiceError) -> PageSnapshot<Product> {
        try await reads.page(page, .networkFirst, from: .products(page))
    }

    func observe(page: PageRequest) -> Snapshots<Page<Product>> {
        reads.observe(page, from: .products(page))
    }

    func create(_ product: NewProduct) async throws(ProductServiceError) -> Product {
        let session = try adminSession()
        do throws(NetworkError) {
            return try await session.send(.createProduct(product))
        } catch {
            throw ProductServiceError(error)
        }
    }

    func delete(id: Product.ID) async throws(ProductServiceError) {
        let session = try adminSession()
        do throws(NetworkError) {
            try await session.send(.deleteProduct(id))
            await session.reporting { () async throws(StoreError) in try await copies.remove(id: id) }
        } catch {
            if error.isNotFound {
                await session.reporting { () async throws(StoreError) in try await copies.remove(id: id) }
            }
            throw ProductServiceError(error)
        }
    }

    private func adminSession() throws(ProductServiceError) -> Session<Admin> {
        guard let account else { throw .loggedOut }
        guard let session = account.admin else { throw .forbidden(nil) }
        return session
    }
}

extension BackendServices {
    /// Reads the catalog without a login.
    public var products: any ProductService { RemoteProductService(self) }
}

extension AccountBackend {
    /// Reads the catalog, and changes it for an administrator.
    public var products: any ProductService { RemoteProductService(backend, of: self) }
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
