public import Persistence

/// The auth session store of one machine and the stores that share its storage.
public struct AccountStores: Sendable {
    /// The tokens and account of the current login.
    public private(set) var authSessions: any AuthSessionStore
    /// The stored pages of every account.
    public let pages: any PageStorage
    /// The stored users of every account.
    public let users: any UserStore

    /// Creates a group of stores, which must share one storage.
    public init(
        authSessions: any AuthSessionStore,
        pages: any PageStorage,
        users: any UserStore,
    ) {
        self.authSessions = authSessions
        self.pages = pages
        self.users = users
    }

    /// The same stores with another auth session store, which must share their storage.
    public func replacing(_ authSessions: any AuthSessionStore) -> AccountStores {
        var stores = self
        stores.authSessions = authSessions
        return stores
    }

    /// Creates empty stores in memory.
    public static func inMemory() -> AccountStores {
        let authSessions = InMemoryAuthSessionStore()
        return AccountStores(
            authSessions: authSessions,
            pages: InMemoryPageStorage(authSessions),
            users: InMemoryUserStore(authSessions),
        )
    }

    /// The stores that a logout empties.
    var personalData: [any PersonalDataStore] {
        [
            pages,
            users,
        ]
    }
}
