public import Persistence

/// The auth session store of one machine and the stores that share its storage.
public struct AccountStores: Sendable {
    public let authSessions: any AuthSessionStore
    public let users: any UserStore  // feature: Users

    /// Creates a group of stores, which must share one storage.
    public init(
        authSessions: any AuthSessionStore,
        users: any UserStore  // feature: Users
    ) {
        self.authSessions = authSessions
        self.users = users  // feature: Users
    }

    /// Creates empty stores in memory.
    public static func inMemory() -> AccountStores {
        let authSessions = InMemoryAuthSessionStore()
        return AccountStores(
            authSessions: authSessions,
            users: InMemoryUserStore(authSessions)  // feature: Users
        )
    }

    /// The stores that a logout empties.
    var personalData: [any PersonalDataStore] {
        [
            users  // feature: Users
        ]
    }
}
