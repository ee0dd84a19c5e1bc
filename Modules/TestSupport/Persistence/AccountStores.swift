public import Persistence

/// The auth session store and the user store of one machine, which share one storage.
public struct AccountStores: Sendable {
    public let authSessions: any AuthSessionStore
    public let users: any UserStore

    /// Creates a pair of stores, which must share one storage.
    public init(authSessions: any AuthSessionStore, users: any UserStore) {
        self.authSessions = authSessions
        self.users = users
    }

    /// Creates a pair of empty stores in memory.
    public static func inMemory() -> AccountStores {
        let authSessions = InMemoryAuthSessionStore()
        return AccountStores(authSessions: authSessions, users: InMemoryUserStore(authSessions))
    }
}
