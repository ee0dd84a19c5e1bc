public import Models
import Synchronization

/// Keeps the sign-in for as long as the process lives: for tests and for apps that forget on purpose.
public final class InMemorySignInStore: SignInStore {
    private let signIn: Mutex<SignIn?>

    /// - Parameter signIn: what an earlier run is said to have kept.
    public init(_ signIn: SignIn? = nil) {
        self.signIn = Mutex(signIn)
    }

    public func load() async throws(StoreError) -> SignIn? {
        try refuseIfCancelled()
        return signIn.withLock { $0 }
    }

    public func save(_ signIn: SignIn) async throws(StoreError) {
        try refuseIfCancelled()
        self.signIn.withLock { $0 = signIn }
    }

    public func replaceTokens(
        _ tokens: TokenPair, server: String, userID: User.ID
    ) async throws(StoreError) -> Bool {
        try refuseIfCancelled()
        return signIn.withLock { kept in
            guard let old = kept, old.server == server, old.userID == userID else { return false }
            kept = SignIn(server: server, userID: userID, role: old.role, tokens: tokens)
            return true
        }
    }

    public func clear() async throws(StoreError) {
        try refuseIfCancelled()
        signIn.withLock { $0 = nil }
    }
}
