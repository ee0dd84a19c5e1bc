public import Models
public import Networking
public import Persistence
public import Primitives
public import Services

/// Logs in at the backend and stores the login.
public struct RemoteAuthService: AuthService {
    private let client: Client
    private let credentialClient: CredentialClient
    private let refresher: any CredentialRefreshing
    private let sessions: AccountSessions
    private let signIns: any SignInStore
    private let users: any UserStore
    private let personalData: [any PersonalDataStore]
    private let refreshLock: any RefreshLock
    private let refreshes: RefreshTasks
    private let time: any TimeSource

    /// - Parameters:
    ///   - client: of the backend; its chain authenticates.
    ///   - credentialClient: of the same backend. Passwords go over it: a redirect would carry them on.
    ///   - refresher: on a chain that does not authenticate.
    ///   - sessions: shared with the services of accounts.
    ///   - personalData: every store that a logout must empty, `users` included.
    ///   - refreshLock: shared with all processes and services on `signIns`; the default is for one service in one process.
    ///   - refreshes: what the app waits for before it ends.
    public init(
        client: Client, credentialClient: CredentialClient, refresher: any CredentialRefreshing,
        sessions: AccountSessions, signIns: any SignInStore, users: any UserStore,
        personalData: [any PersonalDataStore], refreshLock: any RefreshLock = InMemoryRefreshLock(),
        refreshes: RefreshTasks = RefreshTasks(), time: any TimeSource
    ) {
        self.client = client
        self.credentialClient = credentialClient
        self.refresher = refresher
        self.sessions = sessions
        self.signIns = signIns
        self.users = users
        self.personalData = personalData
        self.refreshLock = refreshLock
        self.refreshes = refreshes
        self.time = time
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        var login = Result<SignIn, StoreError>.failure(.failed(reason: "The login was not stored."))
        do throws(NetworkError) {
            let session = credentialClient.session(for: Guest.self)
            _ = try await session.send(
                .login(credentials),
                storing: { outcome in
                    guard case .success(let answer) = outcome else { return nil }
                    let (stored, obstacle) = await store(answer)
                    login = stored
                    return obstacle?.explanation
                })
        } catch {
            throw error.status == 401 ? .wrongCredentials : AuthServiceError(error)
        }
        return beginSessions(of: try await storing { () async throws(StoreError) in try login.get() })
    }

    public func restore() async throws(AuthServiceError) -> Account? {
        let signIn = try await storing { () async throws(StoreError) in try await signIns.load() }
        // Tokens of another server stay where they are: whoever points the app back to it is still signed in.
        guard let signIn, signIn.server == server else { return nil }
        return beginSessions(of: signIn)
    }

    public func refresh(_ account: Account) async throws(AuthServiceError) {
        guard let session = sessions.session(Member.self, of: account, on: client) else { throw .signedOut }
        do throws(NetworkError) {
            try await session.renewCredential()
        } catch {
            throw AuthServiceError(error)
        }
    }

    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        let outcome = await endOnServer(account)
        if case .onThisMachine(.cancelled) = outcome { throw .cancelled }
        sessions.end(account)
        let local = local(AccountID(server: server, userID: account.id))
        try await storing { () async throws(StoreError) in _ = try await local.remove() }
        return outcome
    }

    private var server: String { client.environment.origin.description }

    private func local(_ account: AccountID) -> LocalAccountData {
        LocalAccountData(account: account, signIns: signIns, personalData: personalData)
    }

    /// Stores the login, which must succeed, and then a copy of its user. Without the copy the login is complete: the next
    /// response brings one.
    private func store(_ answer: LoginAnswer) async -> (login: Result<SignIn, StoreError>, obstacle: StoreError?) {
        let signIn = SignIn(
            server: server, userID: answer.user.id, role: answer.user.role,
            credential: answer.tokens.credential(receivedAt: time.now))
        let earlier: SignIn?
        do throws(StoreError) {
            earlier = try await signIns.load()
            try await signIns.save(signIn)
        } catch {
            return (.failure(error), nil)
        }
        do throws(StoreError) {
            try await users.save([answer.user], of: signIn.account)
            // Its login is gone, so no later logout would empty them.
            if let earlier, earlier.account != signIn.account {
                try await local(earlier.account).removePersonalData()
            }
            return (.success(signIn), nil)
        } catch {
            return (.success(signIn), error)
        }
    }

    private func endOnServer(_ account: Account) async -> Logout {
        guard let session = sessions.session(Member.self, of: account, on: client) else { return .everywhere }
        do throws(NetworkError) {
            try await session.send(.logout())
            return .everywhere
        } catch {
            let failure = AuthServiceError(error)
            // A server that no longer knows the session has nothing left to end.
            if case .signedOut = failure { return .everywhere }
            return .onThisMachine(failure)
        }
    }

    private func beginSessions(of signIn: SignIn) -> Account {
        let account = Account(id: signIn.userID, role: signIn.role)
        // Restoring an account again must not give it a second refresh.
        let open = sessions.authority(of: account).flatMap { authority in
            authority.credential?.token == signIn.credential.token ? authority : nil
        }
        let authority =
            open
            ?? BearerAuthority(
                credential: signIn.credential, origin: client.environment.origin,
                storage: StoredCredential(of: signIn, signIns: signIns, personalData: personalData), lock: refreshLock,
                refresher: refresher, partition: signIn.account.partition, tasks: refreshes)
        sessions.begin(account, signedBy: authority)
        return account
    }
}

/// Works on a store, with the service's errors.
private func storing<Value>(
    _ work: () async throws(StoreError) -> Value
) async throws(AuthServiceError) -> Value {
    do throws(StoreError) {
        return try await work()
    } catch {
        throw AuthServiceError(error)
    }
}
