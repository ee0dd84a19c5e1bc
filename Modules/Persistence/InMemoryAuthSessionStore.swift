public import Models
public import Primitives
import Synchronization

/// Stores the auth session until the process exits: for tests, and for apps that require a login after each start.
public final class InMemoryAuthSessionStore: AuthSessionStore {
    /// The stores of the account's copies share this state, because a session and its copies change together.
    let state: Mutex<State>

    struct State {
        var authSession: AuthSession?
        // The copies that are stored for `authSession` and removed with it, one line per store.
        var pages: [InMemoryPageStorage.Key: StoredPage<StoredItem>] = [:]
        var users: [UserID: User] = [:]
    }

    /// - Parameter authSession: the session that is stored at the start; `nil` for none.
    public init(_ authSession: AuthSession? = nil) {
        state = Mutex(State(authSession: authSession))
    }

    public func load() async throws(StoreError) -> AuthSession? {
        try refuseIfCancelled()
        return state.withLock { $0.authSession }
    }

    public func save(_ authSession: AuthSession) async throws(StoreError) {
        try refuseIfCancelled()
        state.withLock { $0 = State(authSession: authSession) }
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement {
        try refuseIfCancelled()
        return state.withLock { state in
            guard let stored = state.authSession, stored.server == server, stored.userID == userID else { return .gone }
            guard stored.credential.token == old else { return .superseded }
            state.authSession = AuthSession(server: server, userID: userID, role: stored.role, credential: credential)
            return .replaced
        }
    }

    public func clear(
        server: String, userID: UserID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        try refuseIfCancelled()
        return state.withLock { state in
            guard let stored = state.authSession, stored.server == server, stored.userID == userID,
                access == nil || stored.credential.token == access
            else { return state.authSession }
            state = State()
            return nil
        }
    }
}
