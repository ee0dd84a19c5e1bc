public import Models
import Networking
public import Persistence
public import Services

/// A fake of ``AuthService``: signs in at a ``FakeBackend``, and keeps in the stores what the live service keeps there.
public struct FakeAuthService: AuthService {
    private let backend: FakeBackend
    private let signIns: any SignInStore
    private let users: any UserStore

    /// A service of the machine whose stores these are.
    public init(backend: FakeBackend, signIns: any SignInStore, users: any UserStore) {
        self.backend = backend
        self.signIns = signIns
        self.users = users
    }

    public func login(_ credentials: Credentials) async throws(ServiceError) -> Account {
        let (user, tokens) = try answer(to: credentials)
        let signIn = SignIn(server: backend.origin, userID: user.id, role: user.role, tokens: tokens)
        try await storing { () async throws(StoreError) in
            try await signIns.save(signIn)
        }
        try? await users.save([user], of: signIn.account)
        return account(for: signIn)
    }

    public func restore() async throws(ServiceError) -> Account? {
        let signIn = try await storing { () async throws(StoreError) in try await signIns.load() }
        guard let signIn, signIn.server == backend.origin else { return nil }
        return account(for: signIn)
    }

    public func refresh(_ account: Account) async throws(ServiceError) {
        do throws(NetworkError) {
            try await FakeConnection(account: account, backend: backend).renew()
        } catch {
            throw ServiceError(error)
        }
    }

    public func logout(_ account: Account) async throws(ServiceError) -> Logout {
        let outcome = await tellBackend(account)
        if case .onThisMachine(.cancelled) = outcome { throw .cancelled }
        account.member.authority.end()
        try await storing { () async throws(StoreError) in
            _ = try await signIns.clear(server: backend.origin, userID: account.userID, ifStill: nil)
        }
        return outcome
    }

    private func answer(to credentials: Credentials) throws(ServiceError) -> (user: User, tokens: TokenPair) {
        do throws(NetworkError) {
            return try backend.login(credentials)
        } catch {
            throw error.status == 401 ? .wrongCredentials : ServiceError(error)
        }
    }

    private func tellBackend(_ account: Account) async -> Logout {
        do throws(ServiceError) {
            try await FakeConnection(account: account, backend: backend)
                .ask { access throws(NetworkError) in try backend.endSession(access) }
            return .everywhere
        } catch {
            if case .signedOut = error { return .everywhere }
            return .onThisMachine(error)
        }
    }

    private func account(for signIn: SignIn) -> Account {
        let credential = BearerCredential(
            token: signIn.tokens.access, refreshToken: signIn.tokens.refresh,
            expiresAt: signIn.tokens.accessExpiresAt)
        let authority = BearerAuthority(
            credential: credential, origin: backend.environment.origin,
            storage: StoredCredential(of: signIn, signIns: signIns, users: users),
            refresher: FakeRefresher(backend: backend))
        return Account(userID: signIn.userID, role: signIn.role, authority: authority)
    }
}
