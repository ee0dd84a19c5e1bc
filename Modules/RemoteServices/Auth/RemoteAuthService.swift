public import Models
public import Networking
import Persistence
public import Primitives
public import Services

/// Logs in through a ``LoginExchanging`` and stores the auth session.
public struct RemoteAuthService: AuthService {
    private let client: Client
    private let exchange: any LoginExchanging
    private let refresher: any CredentialRefreshing
    private let local: LocalAccountData
    private let refreshLock: any RefreshLock
    private let refreshes: RefreshTasks
    private let identifiers: any IdentifierSource

    /// - Parameters:
    ///   - client: calls the backend. Its pipeline must authenticate.
    ///   - exchange: logs in and out in the backend's protocol.
    ///   - refresher: refreshes credentials. Its pipeline must not authenticate.
    ///   - local: the account's sessions and stores, which a login begins and a logout ends.
    ///   - refreshLock: shared by all processes and services that use the stored auth session. The default suits one
    ///     service in one process.
    ///   - refreshes: the running refreshes. Call its `RefreshTasks.finish()` before the app exits.
    ///   - identifiers: generates the ids of auth sessions.
    public init(
        client: Client, exchange: any LoginExchanging, refresher: any CredentialRefreshing, local: LocalAccountData,
        refreshLock: any RefreshLock = InMemoryRefreshLock(), refreshes: RefreshTasks = RefreshTasks(),
        identifiers: any IdentifierSource = RandomIdentifierSource()
    ) {
        self.client = client
        self.exchange = exchange
        self.refresher = refresher
        self.local = local
        self.refreshLock = refreshLock
        self.refreshes = refreshes
        self.identifiers = identifiers
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        let login: LoginResult
        do {
            login = try await exchange.logIn(with: credentials)
        } catch {
            throw AuthServiceError(ofLogin: error)
        }
        let authSession = AuthSession(
            id: identifiers.next(), server: server, userID: login.userID, role: login.role, credential: login.credential
        )
        try await storing { () async throws(StoreError) in try await authSessions.save(authSession) }
        return beginSessions(of: authSession)
    }

    public func restore() async throws(AuthServiceError) -> Account? {
        let authSession = try await storing { () async throws(StoreError) in try await authSessions.load() }
        // Tokens of another server stay stored: if the app is configured for that server again, the user is logged in.
        guard let authSession, authSession.server == server else { return nil }
        return beginSessions(of: authSession)
    }

    public func refresh(_ account: Account) async throws(AuthServiceError) {
        do throws(NetworkError) {
            try await sessions.session(of: account, on: client).refreshCredential()
        } catch {
            throw AuthServiceError(error)
        }
    }

    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        let id = AccountID(server: server, userID: account.id)
        // The session that is stored now ends, here and on the server. A later login is another session, and stays.
        let stored = try await storing { () async throws(StoreError) in try await authSessions.load() }
        let authSession = stored?.account == id ? stored : nil
        let open = sessions.credentialProvider(of: account)
        if let authSession, sessions.authSession(of: account) != authSession.id { _ = beginSessions(of: authSession) }
        let credentialProvider = sessions.credentialProvider(of: account)
        let outcome = await endOnServer(sessions.session(signedBy: credentialProvider, on: client))
        if case .onThisMachine(.cancelled) = outcome { throw .cancelled }
        sessions.end(account.id, signedBy: credentialProvider)
        // Services that were made for an earlier login still use this provider.
        open?.end()
        _ = try await storing { () async throws(StoreError) in try await local.remove(id, ending: authSession?.id) }
        return outcome
    }

    public func removeEndedAccount(_ user: UserID) async throws(AuthServiceError) -> Bool {
        let id = AccountID(server: server, userID: user)
        let credentialProvider = sessions.credentialProvider(of: user)
        let isRemoved = try await storing { () async throws(StoreError) in try await local.remove(id, ending: nil) }
        if isRemoved { sessions.end(user, signedBy: credentialProvider) }
        return isRemoved
    }

    private var server: String { client.environment.origin.description }

    private var sessions: AccountSessions { local.sessions }

    private var authSessions: any AuthSessionStore { local.authSessions }

    private func endOnServer(_ session: Session<Member>) async -> Logout {
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
        let isOpen = sessions.authSession(of: account) == authSession.id
        let open = sessions.credentialProvider(of: account).flatMap { credentialProvider in
            isOpen && credentialProvider.credential?.token == authSession.credential.token ? credentialProvider : nil
        }
        let credentialProvider =
            open
            ?? CredentialProvider(
                credential: authSession.credential, origin: client.environment.origin,
                storage: AuthSessionCredentialStorage(of: authSession, authSessions: authSessions), lock: refreshLock,
                refresher: refresher, partition: authSession.account.partition, tasks: refreshes)
        sessions.begin(account, signedBy: credentialProvider, authSession: authSession.id)
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
            self =
                error.status == 401
                ? .specific(.wrongCredentials(serverMessage: ServiceFailure(error).serverMessage))
                : AuthServiceError(error)
        case let error as InvalidValue: self = .invalid([error])
        case is CancellationError: self = .cancelled
        default: self = .failed(.unexpected(error))
        }
    }
}
