public import Models
public import Networking
import Persistence
import Primitives
public import Services

/// Reads and changes users on the backend.
public struct RemoteUserService: UserService {
    private let session: Session<Member>
    private let admin: Session<Admin>?
    private let local: LocalAccountData
    private let account: AccountID

    /// A service for `account`.
    ///
    /// - Parameters:
    ///   - admin: `nil` if the account has another role.
    ///   - local: removed when the account itself is deleted; shared with the app's `AuthService`.
    public init(account: Account, session: Session<Member>, admin: Session<Admin>?, local: LocalAccountData) {
        self.session = session
        self.admin = admin
        self.local = local
        self.account = account.id(at: session)
    }

    public func me() async throws(UserServiceError) -> User {
        try await call(.me())
    }

    public func user(id: User.ID) async throws(UserServiceError) -> User {
        try await call(.user(id))
    }

    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        guard let admin else { throw .forbidden(nil) }
        do throws(NetworkError) {
            return try await admin.send(.users(page))
        } catch {
            throw UserServiceError(error)
        }
    }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        try await call(.replaceProfile(of: id, with: profile))
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        try await call(.updateProfile(of: id, with: patch))
    }

    public func delete(id: User.ID) async throws(UserServiceError) {
        try await call(.deleteUser(id)) { outcome async throws(StoreError) in
            if case .success = outcome, id == account.userID { try await local.remove(account) }
        }
    }

    private func call<Response>(
        _ endpoint: Endpoint<Member, Response>,
        updating store: (Result<Response, NetworkError>) async throws(StoreError) -> Void = { _ in }
    ) async throws(UserServiceError) -> Response {
        do throws(NetworkError) {
            return try await session.send(endpoint, updating: store)
        } catch {
            throw UserServiceError(error)
        }
    }
}

extension Endpoint where Access: MemberScope, Response == User {
    /// `GET /users/me`: the user that the credential belongs to.
    public static func me() -> Self {
        Endpoint(.get, "/users/me", response: .user)
    }

    /// `GET /users/{id}`: the caller's own user, or any user for an administrator; 404 otherwise.
    public static func user(_ id: User.ID) -> Self {
        Endpoint(.get, "/users/\(id.text)", response: .user)
    }

    /// `GET /v1/users/{id}`, `GET /v2/users/{id}`: the same user in the format of that version. v1 is deprecated. v3 is
    /// not released: it has the format of v2 so far, and an environment can refuse it (`APIEnvironment.versions`).
    public static func user(_ id: User.ID, in version: APIVersion) -> Self {
        Endpoint(
            .get, "/users/\(id.text)", version: version,
            response: version == APIVersion(1) ? .json(UserV1.self) { wire in try User(wire) } : .user)
    }

    /// `PUT /users/{id}`: replaces the whole profile; 422 with the fields that are wrong, 409 for an address in use.
    public static func replaceProfile(of id: User.ID, with profile: Profile) -> Self {
        Endpoint(.put, "/users/\(id.text)", body: .encodable(profile), response: .user)
    }

    /// `PATCH /users/{id}`: changes only the fields that are set in the patch.
    public static func updateProfile(of id: User.ID, with patch: ProfilePatch) -> Self {
        Endpoint(.patch, "/users/\(id.text)", body: .encodable(patch), response: .user)
    }
}

extension Endpoint where Access: MemberScope, Response == Void {
    /// `DELETE /users/{id}`: deletes the account, its avatar and all its tokens.
    public static func deleteUser(_ id: User.ID) -> Self {
        Endpoint(.delete, "/users/\(id.text)", response: .nothing)
    }
}

extension Endpoint where Access: AdminScope, Response == Page<User> {
    /// `GET /users`: one page of all users, in a stable order.
    public static func users(_ page: PageRequest) -> Self {
        Endpoint(
            .get, "/users", query: [QueryItem("page", page.number), QueryItem("per_page", page.size)],
            response: .json(Page<UserV2>.self) { wire in
                try wire.map { user throws(InvalidValue) in try User(user) }
            })
    }
}

extension ResponseDecoding where Response == User {
    fileprivate static var user: Self {
        .json(UserV2.self) { wire in try User(wire) }
    }
}
