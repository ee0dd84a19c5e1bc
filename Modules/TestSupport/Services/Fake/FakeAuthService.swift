public import Models
import Networking
public import Persistence
import Primitives
public import RemoteServices
public import Services

/// A fake of ``AuthService``: signs in at a ``FakeBackend``, and keeps in the stores what the live service keeps there.
public struct FakeAuthService: AuthService {
    private let backend: FakeBackend
    private let sessions: AccountSessions
    private let authSessions: any AuthSessionStore
    private let users: any UserStore

    /// A service of the machine whose stores these are.
    public init(
        backend: FakeBackend, sessions: AccountSessions, authSessions: any AuthSessionStore, users: any UserStore
    ) {
        self.backend = backend
        self.sessions = sessions
        self.authSessions = authSessions
        self.users = users
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        let (user, credential) = try respond(to: credentials)
        let authSession = AuthSession(server: backend.origin, userID: user.id, role: user.role, credential: credential)
        try await storing { () async throws(StoreError) in
            try await authSessions.save(authSession)
        }
        try? await users.save([user], of: authSession.account)
        return beginSessions(of: authSession)
    }

    public func restore() async throws(AuthServiceError) -> Account? {
        let authSession = try await storing { () async throws(StoreError) in try await authSessions.load() }
        guard let authSession, authSession.server == backend.origin else { return nil }
        return beginSessions(of: authSession)
    }

    public func refresh(_ account: Account) async throws(AuthServiceError) {
        guard sessions.credentialProvider(of: account) != nil else { throw .loggedOut }
        do throws(NetworkError) {
            try await FakeConnection(account: account, backend: backend, sessions: sessions).refresh()
        } catch {
            throw AuthServiceError(error)
        }
    }

    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        let outcome = await tellBackend(account)
        if case .onThisMachine(.cancelled) = outcome { throw .cancelled }
        sessions.end(account)
        try await storing { () async throws(StoreError) in
            _ = try await authSessions.clear(server: backend.origin, userID: account.id, ifStill: nil)
        }
        return outcome
    }

    private func respond(to credentials: Credentials) throws(AuthServiceError) -> (
        user: User, credential: BearerCredential
    ) {
        do throws(NetworkError) {
            return try backend.login(credentials)
        } catch {
            throw error.status == 401 ? .wrongCredentials : AuthServiceError(error)
        }
    }

    private func tellBackend(_ account: Account) async -> Logout {
        do throws(NetworkError) {
            try await FakeConnection(account: account, backend: backend, sessions: sessions)
                .ask { access throws(NetworkError) in try backend.endSession(access) }
            return .everywhere
        } catch {
            let failure = AuthServiceError(error)
            if case .loggedOut = failure { return .everywhere }
            return .onThisMachine(failure)
        }
    }

    private func beginSessions(of authSession: AuthSession) -> Account {
        let account = Account(id: authSession.userID, role: authSession.role)
        let credentialProvider = CredentialProvider(
            credential: authSession.credential, origin: backend.environment.origin,
            storage: AuthSessionCredentialStorage(of: authSession, authSessions: authSessions, personalData: [users]),
            refresher: FakeRefresher(backend: backend))
        sessions.begin(account, signedBy: credentialProvider)
        return account
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
}
