public import DependencyInjection
import Persistence
import Primitives
import RemoteServices
public import Services

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
    static var products: Assembly {
        Assembly {
            Singleton(.guestProducts, needs: .client, .records, .time) { client, records, time in
                RemoteProductService(client: client, records: records, time: time)
            }
            Scoped(.products, needs: .client, .account, .adminSession, .records, .time) {
                client, account, session, records, time in
                RemoteProductService(client: client, account: account, session: session, records: records, time: time)
            }
        }
    }
}
