public import Models
import Networking
public import Persistence
import Primitives
public import RemoteServices
public import Services
public import TestSupport

/// What the contracts of services are run on: the services of one machine, its stores, and a backend of their own with
/// at least ten people.
public struct ServiceSubject: Sendable {
    /// The backend's origin, as sign-ins name it.
    public let server: String
    /// The machine's; tells how often a renewal was kept.
    public let authSessions: RecordingAuthSessionStore
    /// The machine's.
    public let copies: any UserStore
    /// Who may do everything.
    public let admin: KnownAccount
    /// Who may do only what concerns themselves.
    public let member: KnownAccount
    /// Uploads are allowed up to this many bytes.
    public let avatarLimit: Int
    /// The sessions of this process.
    public let sessions: AccountSessions
    /// Makes an auth service of this process.
    public let auth: @Sendable () -> any AuthService
    /// Makes an account's user service.
    public let users: @Sendable (Account) -> any UserService
    /// Makes an account's upload service.
    public let uploads: @Sendable (Account) -> any UploadService
    /// Another process on the same machine: it has the same stores and sessions of its own.
    public let otherProcess: @Sendable () -> ServiceSubject
    /// The ways to trouble this backend.
    public let trouble: Trouble

    /// What networks and operators do.
    public struct Trouble: Sendable {
        /// Nothing answers any more.
        public let cutConnection: @Sendable () -> Void
        /// Every access token's lifetime passes.
        public let expireAccessTokens: @Sendable () async throws -> Void
        /// The account's session ends on the server, which this machine doesn't notice.
        public let endSession: @Sendable (Account) async throws -> Void

        /// A backend's troubles.
        public init(
            cutConnection: @escaping @Sendable () -> Void,
            expireAccessTokens: @escaping @Sendable () async throws -> Void,
            endSession: @escaping @Sendable (Account) async throws -> Void
        ) {
            self.cutConnection = cutConnection
            self.expireAccessTokens = expireAccessTokens
            self.endSession = endSession
        }
    }

    /// A machine and a backend.
    public init(
        server: String, authSessions: RecordingAuthSessionStore, copies: any UserStore, admin: KnownAccount,
        member: KnownAccount,
        avatarLimit: Int, sessions: AccountSessions, auth: @escaping @Sendable () -> any AuthService,
        users: @escaping @Sendable (Account) -> any UserService,
        uploads: @escaping @Sendable (Account) -> any UploadService,
        otherProcess: @escaping @Sendable () -> ServiceSubject, trouble: Trouble
    ) {
        self.server = server
        self.authSessions = authSessions
        self.copies = copies
        self.admin = admin
        self.member = member
        self.avatarLimit = avatarLimit
        self.sessions = sessions
        self.auth = auth
        self.users = users
        self.uploads = uploads
        self.otherProcess = otherProcess
        self.trouble = trouble
    }
}

extension ServiceSubject {
    /// What the stores call an account.
    public func accountID(of account: Account) -> AccountID { AccountID(server: server, userID: account.id) }

    /// What signs the account's calls in this process, or `nil` if it is logged out.
    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }

    /// The copies that the machine stores for an account.
    public func copies(of account: KnownAccount) async throws -> [User] {
        try await copies.users(of: AccountID(server: server, userID: account.id))
    }

    /// The copy of one user that the machine stores for an account.
    func copy(of id: User.ID, for account: KnownAccount) async throws -> User? {
        try await copies.user(id: id, of: AccountID(server: server, userID: account.id))
    }
}
