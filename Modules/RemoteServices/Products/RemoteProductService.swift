public import Models
public import Networking
public import Persistence
public import Primitives
public import Services

/// Reads and changes products on the backend, and stores every page. If the backend can't be reached or is
/// silent for 2 s, it returns the stored copy.
public struct RemoteProductService: ProductService {
    private let session: Session<Admin>?
    private let account: Account?
    private let copies: RecordStore<Product>
    private let reads: StoredReads<Guest, Product>

    /// - Parameters:
    ///   - client: reads as a guest.
    ///   - account: `nil` for a guest, who may only read.
    ///   - session: writes; `nil` if the account is not an administrator's.
    ///   - time: its wall clock dates the stored copies.
    public init(
        client: Client, account: Account? = nil, session: Session<Admin>? = nil, records: any RecordStorage,
        time: any TimeSource
    ) {
        self.account = account
        self.session = session
        copies = RecordStore(
            "products", of: .everyone(server: client.environment.origin.description), in: records)
        // Never signed: the response is the same for everyone, so all accounts share one cached response.
        reads = StoredReads(client.session(for: Guest.self), copies: copies, time: time)
    }

    public func products(page: PageRequest) async throws(ProductServiceError) -> PageSnapshot<Product> {
        try await reads.page(page, .networkFirst, from: .products(page))
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
