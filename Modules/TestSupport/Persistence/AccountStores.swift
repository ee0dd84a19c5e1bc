public import Persistence

/// A machine's stores of account data, over one storage.
public struct AccountStores: Sendable {
    public let authSessions: any AuthSessionStore
    public let users: any UserStore

    /// Stores that belong together.
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
