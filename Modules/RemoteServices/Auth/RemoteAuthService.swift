public import Models
public import Networking
public import Persistence
import Primitives
public import Services

/// Logs in through a ``LoginExchanging`` and stores the auth session.
public struct RemoteAuthService: AuthService {
    private let client: Client
    private let exchange: any LoginExchanging
    private let refresher: any CredentialRefreshing
    private let sessions: AccountSessions
    private let authSessions: any AuthSessionStore
    private let personalData: [any PersonalDataStore]
    private let refreshLock: any RefreshLock
    private let refreshes: RefreshTasks

    /// - Parameters:
    ///   - client: calls the backend. Its pipeline must authenticate.
    ///   - exchange: logs in and out in the backend's protocol.
    ///   - refresher: refreshes credentials. Its pipeline must not authenticate.
    ///   - sessions: shared with all services that send on behalf of an account.
    ///   - personalData: every store that a logout must empty.
    ///   - refreshLock: shared by all processes and services that use `authSessions`. The default suits one service in
    ///     one process.
    ///   - refreshes: the running refreshes. Call its `RefreshTasks.finish()` before the app exits.
    public init(
        client: Client, exchange: any LoginExchanging, refresher: any CredentialRefreshing, sessions: AccountSessions,
        authSessions: any AuthSessionStore, personalData: [any PersonalDataStore],
        refreshLock: any RefreshLock = InMemoryRefreshLock(), refreshes: RefreshTasks = RefreshTasks()
    ) {
        self.client = client
        self.exchange = exchange
        self.refresher = refresher
        self.sessions = sessions
        self.authSessions = authSessions
        self.personalData = personalData
        self.refreshLock = refreshLock
        self.refreshes = refreshes
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        let login: LoginResult
        do {
            login = try await exchange.logIn(with: credentials)
        } catch {
            throw AuthServiceError(ofLogin: error)
        }
        let authSession = AuthSession(
            server: server, userID: login.userID, role: login.role, credential: login.credential)
        try await storing { () async throws(StoreError) in try await authSessions.save(authSession) }
        await storeCopies(of: login, for: authSession.account)
        return beginSessions(of: authSession)
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
        try await storing { () async throws(StoreError) in try await local.remove() }
        return outcome
    }

    public func removeEndedAccount() async throws(AuthServiceError) -> Bool {
        try await storing { () async throws(StoreError) in
            guard let account = try await authSessions.endedAccount(at: server) else { return false }
            try await local(account).remove()
            return true
        }
    }

    private var server: String { client.environment.origin.description }

    private func local(_ account: AccountID) -> LocalAccountData {
        LocalAccountData(account: account, authSessions: authSessions, personalData: personalData)
    }

    /// Stores the other data of the response. If that fails, the login still succeeds, and later responses store it.
    private func storeCopies(of login: LoginResult, for account: AccountID) async {
        do throws(StoreError) {
            try await login.storeCopies(account)
        } catch {
            client.report(.localCopyNotUpdated(reason: error.userMessage), of: "login(_:)")
        }
    }

    private func endOnServer(_ account: Account) async -> Logout {
        guard let session = sessions.session(Member.self, of: account, on: client) else { return .everywhere }
        do throws(NetworkError) {
            try await exchange.logOut(session)
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
                storage: AuthSessionCredentialStorage(of: authSession, authSessions: authSessions), lock: refreshLock,
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

extension AuthServiceError {
    /// Maps an error of ``LoginExchanging/logIn(with:)``.
    fileprivate init(ofLogin error: any Error) {
        switch error {
        case let error as AuthServiceError: self = error
        case let error as NetworkError:
            self = error.status == 401 ? .specific(.wrongCredentials) : AuthServiceError(error)
        case let error as InvalidValue: self = .invalid([error])
        case is CancellationError: self = .cancelled
        default: self = .failed(.unexpected(error))
        }
    }
}
