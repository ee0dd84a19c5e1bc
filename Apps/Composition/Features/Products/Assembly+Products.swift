public import DependencyInjection
public import Persistence
import Primitives
import RemoteServices
import SQLitePersistence
public import Services

extension Key<any ProductStore> {
    /// Stores copies of the catalog on this machine. They belong to no account, so a logout does not remove them.
    public static var productStore: Self { Self() }
}

extension Key<any ProductService> {
    /// Reads the catalog without a login.
    public static var guestProducts: Self { Self() }

    /// Reads and changes the catalog on behalf of the scope's account.
    public static var products: Self { Self() }
}

extension ComposedApp {
    /// Reads the catalog without a login.
    public var guestProducts: any ProductService { get async throws { try await value(.guestProducts) } }
}

extension AccountServices {
    /// Reads and changes the catalog.
    public var products: any ProductService { get async throws { try await value(.products) } }
}

extension Assembly {
    static func products(_ session: SessionKind) -> Assembly {
        Assembly {
            switch session {
            case .default, .background: Singleton(.productStore, needs: .database) { SQLiteProductStore($0) }
            case .ephemeral: Singleton(.productStore) { InMemoryProductStore() }
            }
            Singleton(.guestProducts, needs: .client, .productStore, .time) { client, store, time in
                RemoteProductService(client: client, store: store, time: time)
            }
            Scoped(.products, needs: .client, .account, .adminSession, .productStore, .time) {
                client, account, session, store, time in
                RemoteProductService(client: client, account: account, session: session, store: store, time: time)
            }
        }
    }
}
