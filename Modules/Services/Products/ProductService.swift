public import Models

/// Reads the catalog and changes it. Every guest may read; only administrators may change.
///
/// A call succeeds once the server has accepted it, even if its result can't be stored on this machine.
public protocol ProductService: Sendable {
    /// One page of all products, oldest first. If the server can't be reached, this machine's stored copy is returned,
    /// if there is one.
    func products(page: PageRequest) async throws(ProductServiceError) -> PageSnapshot<Product>

    /// The same page, as it changes.
    func observe(page: PageRequest) -> Snapshots<Page<Product>>

    /// Adds a product. Throws ``ServiceError/invalid(_:)`` with the field `sku` if another product has the same
    /// SKU.
    func create(_ product: NewProduct) async throws(ProductServiceError) -> Product

    /// Deletes a product for good.
    func delete(id: Product.ID) async throws(ProductServiceError)
}

/// Why an operation of a ``ProductService`` failed.
public typealias ProductServiceError = ServiceError<Never>
