public import Models
public import Networking
public import Persistence
import Primitives

/// Asks the backend and keeps a copy of every user that it sees, so that later screens have something to show.
public struct RemoteUserService: UserService {
    private let account: Account
    private let session: Session<Member>
    private let administration: Session<Admin>?
    private let users: any UserStore
    private let kept: KeptAccount

    /// A service for whoever `account` is.
    public init(account: Account, client: Client, users: any UserStore, signIns: any SignInStore) {
        self.account = account
        session = client.session(with: account.member)
        administration = account.admin.map { client.session(with: $0) }
        self.users = users
        kept = KeptAccount(
            server: client.environment.origin.description, userID: account.userID, signIns: signIns, users: users)
    }

    public func me() async throws(ServiceError) -> User {
        try await keep(session.call(.me()))
    }

    public func user(id: User.ID) async throws(ServiceError) -> User {
        try await keep(call(.user(id), about: id))
    }

    public func users(page: PageRequest) async throws(ServiceError) -> Page<User> {
        guard let administration else { throw .forbidden(evidence: nil) }
        let page = try await administration.call(.users(page))
        try await storing { () async throws(StoreError) in try await kept.keep(page.items) }
        return page
    }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(ServiceError) -> User {
        try await keep(call(.replaceProfile(of: id, with: profile), about: id))
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(ServiceError) -> User {
        try await keep(call(.updateProfile(of: id, with: patch), about: id))
    }

    public func delete(id: User.ID) async throws(ServiceError) {
        try await call(.deleteUser(id), about: id)
        if id == account.userID {
            account.member.authority.end()
            try await storing { () async throws(StoreError) in _ = try await kept.forget() }
        } else {
            try await forget(id)
        }
    }

    private func call<Response>(
        _ endpoint: Endpoint<Member, Response>, about id: User.ID
    ) async throws(ServiceError) -> Response {
        do throws(ServiceError) {
            return try await session.call(endpoint)
        } catch {
            // What the server no longer shows must not live on in a copy.
            if case .notFound = error { try await forget(id) }
            throw error
        }
    }

    private func keep(_ user: User) async throws(ServiceError) -> User {
        try await storing { () async throws(StoreError) in try await kept.keep([user]) }
        return user
    }

    private func forget(_ id: User.ID) async throws(ServiceError) {
        try await storing { () async throws(StoreError) in try await users.remove(id: id) }
    }
}
