public import Persistence
public import Services

/// The subject of ``ProductServiceContract``: the product services of one app, and a backend that has products.
public struct ProductServiceSubject: Sendable {
    /// A logged-in account that may change the catalog.
    public let admin: Account
    /// A logged-in account that may only read the catalog.
    public let member: Account
    /// Creates the service for an account, or for a guest if the account is `nil`.
    public let products: @Sendable (Account?) -> any ProductService
    /// The store in which the services save copies of pages.
    public let store: any ProductStore
    /// The backend's origin, under which the store saves its pages.
    public let server: String
    /// Makes the backend unreachable.
    public let cutConnection: @Sendable () -> Void

    /// Creates a subject from its parts.
    public init(
        admin: Account, member: Account, products: @escaping @Sendable (Account?) -> any ProductService,
        store: any ProductStore, server: String, cutConnection: @escaping @Sendable () -> Void
    ) {
        self.admin = admin
        self.member = member
        self.products = products
        self.store = store
        self.server = server
        self.cutConnection = cutConnection
    }
}
