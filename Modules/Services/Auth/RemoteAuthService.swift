public import Models
public import Networking
public import Persistence
public import Primitives

/// Signs in at the backend and keeps the sign-in in a store.
public struct RemoteAuthService: AuthService {
    private let client: Client
    private let credentialClient: CredentialClient
    private let refresher: any CredentialRefreshing
    private let signIns: any SignInStore
    private let users: any UserStore
    private let responses: (any ResponseCacheStorage)?
    private let refreshLock: any RefreshLock
    private let refreshes: RefreshTasks
    private let time: any TimeSource

    /// - Parameters:
    ///   - client: of the backend; its chain authenticates.
    ///   - credentialClient: of the same backend. Passwords go over it: a redirect would carry them on.
    ///   - refresher: on a chain that does not authenticate.
    ///   - responses: the chain's response cache, if it has one; a sign-out empties the person's part of it.
    ///   - refreshLock: shared with all processes and services on `signIns`; the default is for one service in one process.
    ///   - refreshes: what the app waits for before it ends.
    public init(
        client: Client, credentialClient: CredentialClient, refresher: any CredentialRefreshing,
        signIns: any SignInStore, users: any UserStore, responses: (any ResponseCacheStorage)? = nil,
        refreshLock: any RefreshLock = InMemoryRefreshLock(), refreshes: RefreshTasks = RefreshTasks(),
        time: any TimeSource
    ) {
        self.client = client
        self.credentialClient = credentialClient
        self.responses = responses
        self.refresher = refresher
        self.signIns = signIns
        self.users = users
        self.refreshLock = refreshLock
        self.refreshes = refreshes
        self.time = time
    }

    public func login(_ credentials: Credentials) async throws(ServiceError) -> Account {
        let answer = try await answer(to: credentials)
        let (tokens, user) = (answer.tokens.tokens(receivedAt: time.now), answer.user)
        let signIn = SignIn(server: server, userID: user.id, role: user.role, tokens: tokens)
        // The copies belong to whoever was signed in before, and go before the next person's come. The sign-in comes
        // last: a login that could not be kept whole must not be found by the next run.
        try await storing { () async throws(StoreError) in
            try await users.removeAll()
            try await users.save([user])
            try await signIns.save(signIn)
        }
        return account(for: signIn)
    }

    public func restore() async throws(ServiceError) -> Account? {
        let signIn = try await storing { () async throws(StoreError) in try await signIns.load() }
        // Tokens of another server stay where they are: whoever points the app back to it is still signed in.
        guard let signIn, signIn.server == server else { return nil }
        return account(for: signIn)
    }

    public func refresh(_ account: Account) async throws(ServiceError) {
        do throws(NetworkError) {
            try await client.session(with: account.member).renewCredential()
        } catch {
            throw ServiceError(error)
        }
    }

    public func logout(_ account: Account) async throws(ServiceError) -> Logout {
        let outcome = await tellServer(account)
        if case .onThisMachine(.cancelled) = outcome { throw .cancelled }
        account.member.authority.end()
        let kept = KeptAccount(
            server: server, userID: account.userID, signIns: signIns, users: users, responses: responses)
        try await storing { () async throws(StoreError) in _ = try await kept.forget() }
        return outcome
    }

    private var server: String { client.environment.origin.description }

    private func answer(to credentials: Credentials) async throws(ServiceError) -> LoginAnswer {
        do throws(NetworkError) {
            return try await credentialClient.session(for: Guest.self).send(.login(credentials))
        } catch {
            throw error.status == 401 ? .wrongCredentials : ServiceError(error)
        }
    }

    private func tellServer(_ account: Account) async -> Logout {
        do throws(ServiceError) {
            try await client.session(with: account.member).call(.logout())
            return .everywhere
        } catch {
            // A server that no longer knows the session has nothing left to end.
            if case .signedOut = error { return .everywhere }
            return .onThisMachine(error)
        }
    }

    private func account(for signIn: SignIn) -> Account {
        let authority = BearerAuthority(
            credential: BearerCredential(signIn.tokens), origin: client.environment.origin,
            storage: StoredCredential(of: signIn, signIns: signIns, users: users, responses: responses),
            lock: refreshLock, refresher: refresher, partition: .user(signIn.userID.text), tasks: refreshes)
        return Account(userID: signIn.userID, role: signIn.role, authority: authority)
    }
}
