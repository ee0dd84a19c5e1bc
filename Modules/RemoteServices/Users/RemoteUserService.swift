public import Models
public import Networking
public import Persistence
import Primitives
public import Services

/// Reads and changes users on the backend, and stores a copy of every user in a response for later screens to show.
public struct RemoteUserService: UserService {
    private let account: Account
    private let client: Client
    private let sessions: AccountSessions
    private let users: any UserStore
    private let local: LocalAccountData

    /// A service for `account`.
    ///
    /// - Parameters:
    ///   - sessions: shared with the app's `AuthService`.
    ///   - personalData: every store to empty when the account itself is deleted, including `users`.
    public init(
        account: Account, client: Client, sessions: AccountSessions, users: any UserStore,
        authSessions: any AuthSessionStore,
        personalData: [any PersonalDataStore]
    ) {
        self.account = account
        self.client = client
        self.sessions = sessions
        self.users = users
        local = LocalAccountData(
            account: AccountID(server: client.environment.origin.description, userID: account.id),
            authSessions: authSessions, personalData: personalData)
    }

    public func me() async throws(UserServiceError) -> User {
        try await call(.me(), about: account.id, storing: save)
    }

    public func user(id: User.ID) async throws(UserServiceError) -> User {
        try await call(.user(id), about: id, storing: save)
    }

    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        guard account.role == .admin else { throw .forbidden(nil) }
        guard let session = sessions.session(Admin.self, of: account, on: client) else { throw .loggedOut }
        do throws(NetworkError) {
            return try await session.send(.users(page)) { outcome async throws(StoreError) in
                guard case .success(let page) = outcome else { return }
                try await users.save(page.items, of: local.account)
            }
        } catch {
            throw UserServiceError(error)
        }
    }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        try await call(.replaceProfile(of: id, with: profile), about: id, storing: save)
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        try await call(.updateProfile(of: id, with: patch), about: id, storing: save)
    }

    public func delete(id: User.ID) async throws(UserServiceError) {
        try await call(.deleteUser(id), about: id) { () async throws(StoreError) in
            if id == account.id {
                sessions.end(account)
                try await local.remove()
            } else {
                try await remove(id)
            }
        }
    }

    private func call<Response>(
        _ endpoint: Endpoint<Member, Response>, about id: User.ID,
        storing store: (Response) async throws(StoreError) -> Void
    ) async throws(UserServiceError) -> Response {
        guard let session = sessions.session(Member.self, of: account, on: client) else { throw .loggedOut }
        do throws(NetworkError) {
            return try await session.send(endpoint) { outcome async throws(StoreError) in
                switch outcome {
                case .success(let response): try await store(response)
                case .failure(let error):
                    // The server no longer shows this user, so no copy may stay.
                    if error.isNotFound { try await remove(id) }
                }
            }
        } catch {
            throw UserServiceError(error)
        }
    }

    private func save(_ user: User) async throws(StoreError) {
        try await users.save([user], of: local.account)
    }

    private func remove(_ id: User.ID) async throws(StoreError) {
        try await users.remove(id: id, of: local.account)
    }
}
