public import HTTPCaching
public import Models
public import Networking
public import Persistence
import Primitives

/// Asks the backend and stores a copy of every user in a response, so that later screens have something to show.
public struct RemoteUserService: UserService {
    private let account: Account
    private let session: Session<Member>
    private let administration: Session<Admin>?
    private let local: LocalAccountData

    /// A service for `account`.
    /// - Parameter responses: the pipeline's response cache, if it has one; deleting one's own account empties the
    ///   account's part of it.
    public init(
        account: Account, client: Client, users: any UserStore, signIns: any SignInStore,
        responses: (any ResponseCacheStorage)? = nil
    ) {
        self.account = account
        session = client.session(with: account.member)
        administration = account.admin.map { client.session(with: $0) }
        local = LocalAccountData(
            account: AccountID(server: client.environment.origin.description, userID: account.userID),
            signIns: signIns, users: users, responses: responses)
    }

    public func me() async throws(ServiceError) -> User {
        try await call(.me(), about: account.userID, storing: save)
    }

    public func user(id: User.ID) async throws(ServiceError) -> User {
        try await call(.user(id), about: id, storing: save)
    }

    public func users(page: PageRequest) async throws(ServiceError) -> Page<User> {
        guard let administration else { throw .forbidden(evidence: nil) }
        return try await administration.call(.users(page)) { outcome async throws(StoreError) in
            guard case .success(let page) = outcome else { return }
            try await local.users.save(page.items, of: local.account)
        }
    }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(ServiceError) -> User {
        try await call(.replaceProfile(of: id, with: profile), about: id, storing: save)
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(ServiceError) -> User {
        try await call(.updateProfile(of: id, with: patch), about: id, storing: save)
    }

    public func delete(id: User.ID) async throws(ServiceError) {
        try await call(.deleteUser(id), about: id) { () async throws(StoreError) in
            if id == account.userID {
                account.member.authority.end()
                _ = try await local.remove()
            } else {
                try await remove(id)
            }
        }
    }

    private func call<Response>(
        _ endpoint: Endpoint<Member, Response>, about id: User.ID,
        storing store: (Response) async throws(StoreError) -> Void
    ) async throws(ServiceError) -> Response {
        try await session.call(endpoint) { outcome async throws(StoreError) in
            switch outcome {
            case .success(let response): try await store(response)
            // The server no longer shows this user, so no copy may stay.
            case .failure(.notFound): try await remove(id)
            case .failure: break
            }
        }
    }

    private func save(_ user: User) async throws(StoreError) {
        try await local.users.save([user], of: local.account)
    }

    private func remove(_ id: User.ID) async throws(StoreError) {
        try await local.users.remove(id: id, of: local.account)
    }
}
