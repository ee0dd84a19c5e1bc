public import Models
public import Primitives
import Synchronization

/// Keeps the sign-in for as long as the process lives: for tests and for apps that forget on purpose.
public final class InMemorySignInStore: SignInStore {
    /// ``InMemoryUserStore`` shares it: a login and its copies change together.
    let state: Mutex<State>

    struct State {
        var signIn: SignIn?
        /// The copies of users that belong to `signIn`.
        var copies: [User.ID: User] = [:]
    }

    /// - Parameter signIn: what an earlier run is said to have kept.
    public init(_ signIn: SignIn? = nil) {
        state = Mutex(State(signIn: signIn))
    }

    public func load() async throws(StoreError) -> SignIn? {
        try refuseIfCancelled()
        return state.withLock { $0.signIn }
    }

    public func save(_ signIn: SignIn) async throws(StoreError) {
        try refuseIfCancelled()
        state.withLock { $0 = State(signIn: signIn) }
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        try refuseIfCancelled()
        return state.withLock { state in
            guard let kept = state.signIn, kept.server == server, kept.userID == userID else { return .gone }
            guard kept.credential.token == old else { return .superseded }
            state.signIn = SignIn(server: server, userID: userID, role: kept.role, credential: credential)
            return .replaced
        }
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> SignIn? {
        try refuseIfCancelled()
        return state.withLock { state in
            guard let kept = state.signIn, kept.server == server, kept.userID == userID,
                access == nil || kept.credential.token == access
            else { return state.signIn }
            state = State()
            return nil
        }
    }
}
