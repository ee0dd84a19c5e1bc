public import Models
public import Primitives
import Synchronization

/// Stores the auth session until the process exits: for tests, and for apps that require a login after each start.
public final class InMemoryAuthSessionStore: AuthSessionStore {
    /// ``InMemoryRecordStorage`` and ``InMemoryOutboxStore`` use this state too, because what they store belongs to an account.
    private let state: Mutex<State>
    let feed = ChangeFeed()

    struct State {
        var authSession: AuthSession?
        var accounts: Set<AccountID> = []
        var collections: [RecordCollection: InMemoryRecordStorage.Collection] = [:]
        var outbox: [OutboxEntry] = []
        var lastOutboxNumber = 0
        /// The accounts whose session has ended, the last one at the end.
        var ended: [AccountID] = []

        mutating func begin(_ new: AuthSession) {
            end()
            authSession = new
            accounts.insert(new.account)
            ended.removeAll { $0 == new.account }
        }

        mutating func end() {
            if let authSession { ended.append(authSession.account) }
            authSession = nil
        }
    }

    /// - Parameter authSession: the session that is stored at the start; `nil` for none.
    public init(_ authSession: AuthSession? = nil) {
        var initial = State()
        if let authSession { initial.begin(authSession) }
        state = Mutex(initial)
    }

    public func load() async throws(StoreError) -> AuthSession? {
        try refuseIfCancelled()
        return state.withLock { $0.authSession }
    }

    public func save(_ authSession: AuthSession) async throws(StoreError) {
        try refuseIfCancelled()
        state.withLock { $0.begin(authSession) }
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement {
        try refuseIfCancelled()
        return state.withLock { state in
            guard let stored = state.authSession, stored.server == server, stored.userID == userID else { return .gone }
            guard stored.credential.token == old else { return .superseded }
            state.authSession = AuthSession(
                id: stored.id, server: server, userID: userID, role: stored.role, credential: credential)
            return .replaced
        }
    }

    public func clear(
        server: String, userID: UserID, ifStill access: Secret<String>
    ) async throws(StoreError) -> AuthSession? {
        try refuseIfCancelled()
        return state.withLock { state in
            guard let stored = state.authSession, stored.server == server, stored.userID == userID,
                stored.credential.token == access
            else { return state.authSession }
            state.end()
            return nil
        }
    }

    public func end(_ session: AuthSession.ID) async throws(StoreError) {
        try refuseIfCancelled()
        state.withLock { state in
            if state.authSession?.id == session { state.end() }
        }
    }

    public func endedAccount(at server: String) async throws(StoreError) -> AccountID? {
        try refuseIfCancelled()
        return state.withLock { $0.ended.last { $0.server == server } }
    }

    public func removeAccount(_ account: AccountID) async throws(StoreError) -> Bool {
        try refuseIfCancelled()
        return state.withLock { state in
            guard state.authSession?.account != account, state.accounts.remove(account) != nil else { return false }
            state.outbox.removeAll { $0.owner == .account(account) }
            state.ended.removeAll { $0 == account }
            return true
        }
    }

    func read<Value: Sendable>(_ body: (State) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try refuseIfCancelled()
        return try state.withLock { state throws(StoreError) in try body(state) }
    }

    /// Runs `body` on everything that is stored, and notifies the observers.
    func write<Value: Sendable>(_ body: (inout State) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try refuseIfCancelled()
        let value = try state.withLock { state throws(StoreError) in try body(&state) }
        feed.notify()
        return value
    }
}
