public import Models
import Networking
public import Persistence
import Primitives
public import RemoteServices
public import Services

/// A fake of ``UserService``: asks a ``FakeBackend``, and keeps copies as the live service does.
public struct FakeUserService: UserService {
    private let account: Account
    private let backend: FakeBackend
    private let sessions: AccountSessions
    private let users: any UserStore
    private let authSessions: any AuthSessionStore

    /// A service for whoever `account` is.
    public init(
        account: Account, backend: FakeBackend, sessions: AccountSessions, users: any UserStore,
        authSessions: any AuthSessionStore
    ) {
        self.account = account
        self.backend = backend
        self.sessions = sessions
        self.users = users
        self.authSessions = authSessions
    }

    public func me() async throws(UserServiceError) -> User {
        let user = try await ask { access throws(NetworkError) in try backend.me(access) }
        return await keep(user)
    }

    public func user(id: User.ID) async throws(UserServiceError) -> User {
        let user = try await ask(about: id) { access throws(NetworkError) in try backend.user(id, access) }
        return await keep(user)
    }

    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        guard account.role == .admin else { throw .forbidden(nil) }
        let page = try await ask { access throws(NetworkError) in try backend.users(page, access) }
        try? await users.save(page.items, of: connection.accountID)
        return page
    }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        let about: Change<String> = profile.about.map { .set($0) } ?? .cleared
        let patch = ProfilePatch(name: profile.name, email: profile.email, about: about)
        let request = backend.request("replaceProfile(of:with:)", .put, "/users/\(id)")
        return try await update(id, with: patch, request)
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        try await update(id, with: patch, backend.request("updateProfile(of:with:)", .patch, "/users/\(id)"))
    }

    public func delete(id: User.ID) async throws(UserServiceError) {
        try await ask(about: id) { access throws(NetworkError) in try backend.delete(id, access) }
        if id == account.id {
            sessions.end(account)
            _ = try? await authSessions.clear(server: backend.origin, userID: id, ifStill: nil)
        } else {
            try? await users.remove(id: id, of: connection.accountID)
        }
    }

    private var connection: FakeConnection { FakeConnection(account: account, backend: backend, sessions: sessions) }

    private func update(
        _ id: User.ID, with patch: ProfilePatch, _ request: FakeRequest
    ) async throws(UserServiceError) -> User {
        let user = try await ask(about: id) { access throws(NetworkError) in
            try backend.update(id, with: patch, request, access)
        }
        return await keep(user)
    }

    /// Asks about one user, whose copy goes where the backend knows nobody.
    private func ask<Value: Sendable>(
        about id: User.ID, _ work: (Secret<String>) throws(NetworkError) -> Value
    ) async throws(UserServiceError) -> Value {
        do throws(UserServiceError) {
            return try await ask(work)
        } catch {
            if case .notFound = error { try? await users.remove(id: id, of: connection.accountID) }
            throw error
        }
    }

    private func ask<Value: Sendable>(
        _ work: (Secret<String>) throws(NetworkError) -> Value
    ) async throws(UserServiceError) -> Value {
        do throws(NetworkError) {
            return try await connection.ask(work)
        } catch {
            throw UserServiceError(error)
        }
    }

    /// What the backend has accepted is no failure if its copy can't be stored.
    private func keep(_ user: User) async -> User {
        try? await users.save([user], of: connection.accountID)
        return user
    }
}
