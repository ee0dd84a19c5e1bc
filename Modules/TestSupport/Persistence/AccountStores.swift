public import Persistence

/// A machine's stores of account data, over one storage.
public struct AccountStores: Sendable {
    public let signIns: any SignInStore
    public let users: any UserStore

    /// Stores that belong together.
    public init(signIns: any SignInStore, users: any UserStore) {
        self.signIns = signIns
        self.users = users
    }

    /// Stores in memory.
    public static func inMemory() -> AccountStores {
        let signIns = InMemorySignInStore()
        return AccountStores(signIns: signIns, users: InMemoryUserStore(signIns))
    }
}
