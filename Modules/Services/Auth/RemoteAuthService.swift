public import HTTPCaching
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
            throw error.status == 401 ? .wrongCredentials : ServiceError(error)
        }
        return account(for: try await storing { () async throws(StoreError) in try login.get() })
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
        let local = LocalAccountData(
            account: AccountID(server: server, userID: account.userID), signIns: signIns, users: users,
            responses: responses)
        try await storing { () async throws(StoreError) in _ = try await local.remove() }
        return outcome
    }

    private var server: String { client.environment.origin.description }

    /// Stores the login, which must succeed, and then a copy of its user. Without the copy the login is complete: the next
    /// response brings one.
    private func store(_ answer: LoginAnswer) async -> (login: Result<SignIn, StoreError>, obstacle: StoreError?) {
        let signIn = SignIn(
            server: server, userID: answer.user.id, role: answer.user.role,
            tokens: answer.tokens.tokens(receivedAt: time.now))
        do throws(StoreError) {
            // Removes the copies of the earlier account in the same transaction.
            try await signIns.save(signIn)
        } catch {
            return (.failure(error), nil)
        }
        do throws(StoreError) {
            try await users.save([answer.user], of: signIn.account)
            return (.success(signIn), nil)
        } catch {
            return (.success(signIn), error)
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
            lock: refreshLock, refresher: refresher, partition: signIn.account.partition, tasks: refreshes)
        return Account(userID: signIn.userID, role: signIn.role, authority: authority)
    }
}
