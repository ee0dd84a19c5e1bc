public import Persistence
public import Services

/// What ``ProductServiceContract`` runs on: the services of one machine and a seeded backend of their own.
public struct ProductServiceSubject: Sendable {
    /// An account that may change the catalogue, logged in.
    public let admin: Account
    /// An account that may only read, logged in.
    public let member: Account
    /// Makes the service of an account, or of a guest.
    public let products: @Sendable (Account?) -> any ProductService
    /// The machine's copies.
    public let store: any ProductStore
    /// The backend's origin, as the copies name it.
    public let server: String
    /// Refuses every connection from now on.
    public let cutConnection: @Sendable () -> Void

    /// A machine and a backend.
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
