public import Persistence

/// The stores of one machine's account data.
public struct AccountStores: Sendable {
    public let authSessions: any AuthSessionStore
    public let users: any UserStore

    /// Stores on the same storage.
    public init(authSessions: any AuthSessionStore, users: any UserStore) {
        self.authSessions = authSessions
        self.users = users
    }

    /// Stores in memory.
    public static func inMemory() -> AccountStores {
        let authSessions = InMemoryAuthSessionStore()
        return AccountStores(authSessions: authSessions, users: InMemoryUserStore(authSessions))
    }
}
