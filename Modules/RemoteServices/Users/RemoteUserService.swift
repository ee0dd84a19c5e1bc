import Foundation
public import Models
public import Networking
import Persistence
import Primitives
public import Services

extension AccountBackend {
    /// A user, read in a version of the API that the services don't use otherwise: each endpoint can have its own
    /// version.
    public func user(_ id: User.ID, inVersion version: Int) async throws(UserServiceError) -> Snapshot<User> {
        do throws(NetworkError) {
            let user = try await session.send(.user(id, in: APIVersion(version)))
            return Snapshot(user, from: .server, fetchedAt: backend.time.now)
        } catch {
            throw UserServiceError(error)
        }
    }
}

/// Reads users from the backend and this machine. Changes the account's own profile through the outbox, and other users at
/// the backend only.
struct RemoteUserService: UserService {
    private let session: Session<Member>
    private let admin: Session<Admin>?
    private let local: LocalAccountData
    private let account: AccountID
    private let outbox: Outbox
    private let reads: StoredReads<Member, User>

    init(_ account: AccountBackend) {
        session = account.session
        admin = account.admin
        local = account.backend.local
        self.account = account.account.id(at: account.session)
        outbox = account.outbox
        reads = StoredReads(
            session, copies: .users(of: outbox.owner, in: account.backend.stores.records), time: account.backend.time,
            overlay: Overlay(of: outbox) { (change: ProfileChange) in .changes(change.id) { change.apply(to: &$0) } },
            isOpen: account.isOpen)
    }

    func me(_ policy: ReadPolicy) async throws(UserServiceError) -> Snapshot<User> {
        try await reads.item(account.userID, policy, from: .me())
    }

    func observeMe() -> Snapshots<User> {
        reads.observe(account.userID, from: .me())
    }

    func user(id: User.ID, _ policy: ReadPolicy) async throws(UserServiceError) -> Snapshot<User> {
        try await reads.item(id, policy, from: .user(id))
    }

    func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        guard let admin else { throw .forbidden(nil) }
        do throws(NetworkError) {
            return try await admin.send(.users(page))
        } catch {
            throw UserServiceError(error)
        }
    }

    func replaceProfile(
        of id: User.ID, with profile: Profile
    ) async throws(UserServiceError) -> Submission<User?> {
        guard id == account.userID else { return Submission(try await call(.replaceProfile(of: id, with: profile))) }
        return try await submit(.replace(id, profile), on: try await known())
    }

    func updateProfile(
        of id: User.ID, with patch: ProfilePatch
    ) async throws(UserServiceError) -> Submission<User?> {
        guard id == account.userID else { return Submission(try await call(.updateProfile(of: id, with: patch))) }
        let known = try await known()
        return try await submit(.update(id, patch, base: known?.profile), on: known)
    }

    func delete(id: User.ID) async throws(UserServiceError) {
        try await call(.deleteUser(id))
        guard id == account.userID else { return }
        await session.reporting { () async throws(StoreError) in try await local.remove(deleted: account) }
    }

    /// The account's own stored user, with the pending changes.
    private func known() async throws(UserServiceError) -> User? {
        do throws(StoreError) {
            return try await reads.storedItem(account.userID)?.value
        } catch {
            throw UserServiceError(error)
        }
    }

    private func submit(_ change: ProfileChange, on known: User?) async throws(UserServiceError) -> Submission<User?> {
        var local = known
        if var user = known {
            change.apply(to: &user)
            local = user
        }
        return try await outbox.submit(change).map { [local] in (try? ProfileChange.user($0)) ?? local }
    }

    private func call<Response>(
        _ endpoint: Endpoint<Member, Response>
    ) async throws(UserServiceError) -> Response {
        do throws(NetworkError) {
            return try await session.send(endpoint)
        } catch {
            throw UserServiceError(error)
        }
    }
}

extension AccountBackend {
    /// Reads and changes users.
    public var users: any UserService { RemoteUserService(self) }
}

extension Endpoint where Access: MemberScope, Response == User {
    /// `GET /users/me`: the user that the credential belongs to.
    public static func me() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }

    /// `GET /users/{id}`: the caller's own user, or any user for an administrator; 404 otherwise.
    public static func user(_ id: User.ID) -> Self {
        Endpoint(.get, "/users/\(id.text)", response: .json)
    }

    /// `GET /v1/users/{id}`, `GET /v2/users/{id}`: the same user in the format of that version. v1 is deprecated. v3 is
    /// not released: it has the format of v2 so far, and an environment can refuse it (`APIEnvironment.versions`).
    public static func user(_ id: User.ID, in version: APIVersion) -> Self {
        Endpoint(
            .get, "/users/\(id.text)", version: version,
            response: version == APIVersion(1) ? .json(UserV1.self) { wire in try User(wire) } : .json)
    }

    /// `PUT /users/{id}`: replaces the whole profile; 422 with the fields that are wrong, 409 for an address in use.
    public static func replaceProfile(of id: User.ID, with profile: Profile) -> Self {
        Endpoint(.put, "/users/\(id.text)", body: .encodable(profile), response: .json)
    }

    /// `PATCH /users/{id}`: changes only the fields that are set in the patch.
    public static func updateProfile(of id: User.ID, with patch: ProfilePatch) -> Self {
        Endpoint(.patch, "/users/\(id.text)", body: .encodable(patch), response: .json)
    }
}

/// A user as API v1 sends it: with another key for the id, and without role, avatar and dates.
package struct UserV1: Sendable, Hashable, Codable {
    /// What API v2 calls `id`.
    package let userId: String
    /// The display name as sent, not validated.
    package let name: String
    /// The address as sent, not validated.
    package let email: String
    package let description: String?
}

extension User {
    /// Maps a v1 user to the domain value. Throws ``InvalidValue`` if the server breaks its own rules.
    package init(_ wire: UserV1) throws(InvalidValue) {
        self.init(
            id: try UserID(wire.userId), name: try DisplayName(wire.name), email: try EmailAddress(wire.email),
            about: wire.description)
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
            response: .json)
    }
}
