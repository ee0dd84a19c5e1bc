public import Models
public import Networking
public import Persistence
public import Primitives
public import Services

/// Logs in at the backend and stores the auth session.
public struct RemoteAuthService: AuthService {
    private let client: Client
    private let tokenEndpointClient: TokenEndpointClient
    private let refresher: any CredentialRefreshing
    private let sessions: AccountSessions
    private let authSessions: any AuthSessionStore
    private let users: any UserStore
    private let personalData: [any PersonalDataStore]
    private let refreshLock: any RefreshLock
    private let refreshes: RefreshTasks
    private let time: any TimeSource

    /// - Parameters:
    ///   - client: calls the backend. Its pipeline must authenticate.
    ///   - tokenEndpointClient: calls the same backend to log in. It sends passwords, so its pipeline must not follow
    ///     redirects.
    ///   - refresher: refreshes credentials. Its pipeline must not authenticate.
    ///   - sessions: shared with all services that send on behalf of an account.
    ///   - personalData: every store that a logout must empty, including `users`.
    ///   - refreshLock: shared by all processes and services that use `authSessions`. The default suits one service in
    ///     one process.
    ///   - refreshes: the running refreshes. Call its ``RefreshTasks/finish()`` before the app exits.
    public init(
        client: Client, tokenEndpointClient: TokenEndpointClient, refresher: any CredentialRefreshing,
        sessions: AccountSessions, authSessions: any AuthSessionStore, users: any UserStore,
        personalData: [any PersonalDataStore], refreshLock: any RefreshLock = InMemoryRefreshLock(),
        refreshes: RefreshTasks = RefreshTasks(), time: any TimeSource
    ) {
        self.client = client
        self.tokenEndpointClient = tokenEndpointClient
        self.refresher = refresher
        self.sessions = sessions
        self.authSessions = authSessions
        self.users = users
        self.personalData = personalData
        self.refreshLock = refreshLock
        self.refreshes = refreshes
        self.time = time
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        var login = Result<AuthSession, StoreError>.failure(.failed(reason: "The login was not stored."))
        do throws(NetworkError) {
            let session = tokenEndpointClient.session(for: Guest.self)
            _ = try await session.send(
                .login(credentials),
                storing: { outcome in
                    guard case .success(let response) = outcome else { return nil }
                    let (stored, copyError) = await store(response)
                    login = stored
                    return copyError?.userMessage
                })
        } catch {
            throw error.status == 401 ? .wrongCredentials : AuthServiceError(error)
        }
        return beginSessions(of: try await storing { () async throws(StoreError) in try login.get() })
    }

    public func restore() async throws(AuthServiceError) -> Account? {
        let authSession = try await storing { () async throws(StoreError) in try await authSessions.load() }
        // Tokens of another server stay stored: if the app is configured for that server again, the user is logged in.
        guard let authSession, authSession.server == server else { return nil }
        return beginSessions(of: authSession)
    }

    public func refresh(_ account: Account) async throws(AuthServiceError) {
        guard let session = sessions.session(Member.self, of: account, on: client) else { throw .loggedOut }
        do throws(NetworkError) {
            try await session.refreshCredential()
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
        LocalAccountData(account: account, authSessions: authSessions, personalData: personalData)
    }

    /// Stores the session, which must succeed, and then a copy of its user. A login without the copy is complete,
    /// because later responses store one.
    private func store(_ response: LoginResponse) async -> (
        login: Result<AuthSession, StoreError>, copyError: StoreError?
    ) {
        let authSession = AuthSession(
            server: server, userID: response.user.id, role: response.user.role,
            credential: response.tokens.credential(receivedAt: time.now))
        let earlier: AuthSession?
        do throws(StoreError) {
            earlier = try await authSessions.load()
            try await authSessions.save(authSession)
        } catch {
            return (.failure(error), nil)
        }
        do throws(StoreError) {
            try await users.save([response.user], of: authSession.account)
            // The earlier account's session is gone, so no later logout would remove its data.
            if let earlier, earlier.account != authSession.account {
                try await local(earlier.account).removePersonalData()
            }
            return (.success(authSession), nil)
        } catch {
            return (.success(authSession), error)
        }
    }

    private func endOnServer(_ account: Account) async -> Logout {
        guard let session = sessions.session(Member.self, of: account, on: client) else { return .everywhere }
        do throws(NetworkError) {
            try await session.send(.logout())
            return .everywhere
        } catch {
            let failure = AuthServiceError(error)
            // The session has already ended on the server.
            if case .loggedOut = failure { return .everywhere }
            return .onThisMachine(failure)
        }
    }

    private func beginSessions(of authSession: AuthSession) -> Account {
        let account = Account(id: authSession.userID, role: authSession.role)
        // A second provider for the same credential would refresh it a second time.
        let open = sessions.credentialProvider(of: account).flatMap { credentialProvider in
            credentialProvider.credential?.token == authSession.credential.token ? credentialProvider : nil
        }
        let credentialProvider =
            open
            ?? CredentialProvider(
                credential: authSession.credential, origin: client.environment.origin,
                storage: AuthSessionCredentialStorage(
                    of: authSession, authSessions: authSessions, personalData: personalData), lock: refreshLock,
                refresher: refresher, partition: authSession.account.partition, tasks: refreshes)
        sessions.begin(account, signedBy: credentialProvider)
        return account
    }
}

/// Runs `work` on a store and maps its error to the service's.
private func storing<Value>(
    _ work: () async throws(StoreError) -> Value
) async throws(AuthServiceError) -> Value {
    do throws(StoreError) {
        return try await work()
    } catch {
        throw AuthServiceError(error)
    }
}
