public import Models
import Networking
public import Persistence
import Primitives
public import RemoteServices
public import Services
public import TestSupport

/// The subject of the service contracts: the services of one machine, its stores, and a backend of its own with at least
/// ten users.
public struct ServiceSubject: Sendable {
    /// The backend's origin, as auth sessions store it.
    public let server: String
    /// The machine's store, which records how often a refresh was saved.
    public let authSessions: MockAuthSessionStore
    /// The machine's copies of users.
    public let copies: any UserStore
    /// An administrator.
    public let admin: KnownAccount
    /// A member.
    public let member: KnownAccount
    /// The maximum size of an avatar in bytes.
    public let avatarLimit: Int
    /// The sessions of this process.
    public let sessions: AccountSessions
    /// Makes an auth service of this process.
    public let auth: @Sendable () -> any AuthService
    /// Makes an account's user service.
    public let users: @Sendable (Account) -> any UserService
    /// Makes an account's upload service.
    public let uploads: @Sendable (Account) -> any UploadService
    /// Makes another process on the same machine. It has the same stores, and sessions of its own.
    public let otherProcess: @Sendable () -> ServiceSubject
    /// The failures that a clause can simulate.
    public let trouble: Trouble

    /// Failures of the network and the backend.
    public struct Trouble: Sendable {
        /// Makes the backend unreachable.
        public let cutConnection: @Sendable () -> Void
        /// Expires every access token.
        public let expireAccessTokens: @Sendable () async throws -> Void
        /// Ends the account's session on the server only.
        public let endSession: @Sendable (Account) async throws -> Void

        /// The failures of one backend.
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
        server: String, authSessions: MockAuthSessionStore, copies: any UserStore, admin: KnownAccount,
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
    /// The account's id in the stores.
    public func accountID(of account: Account) -> AccountID { AccountID(server: server, userID: account.id) }

    /// The credential of the account's requests in this process, or `nil` if it is logged out.
    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }

    /// The users that the machine stores for an account.
    public func copies(of account: KnownAccount) async throws -> [User] {
        try await copies.users(of: AccountID(server: server, userID: account.id))
    }

    /// The copy of one user that the machine stores for an account.
    func copy(of id: User.ID, for account: KnownAccount) async throws -> User? {
        try await copies.user(id: id, of: AccountID(server: server, userID: account.id))
    }
}
