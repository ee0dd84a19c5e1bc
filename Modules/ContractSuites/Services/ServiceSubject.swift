public import Models
import Networking
public import Persistence
import Primitives
public import RemoteServices
public import Services
public import TestSupport

/// The subject of the service contracts: one process of an app with its services, the stores of its device, and a
/// backend with at least ten users.
public struct ServiceSubject: Sendable {
    /// The backend's origin, the `server` of its auth sessions.
    public let server: String
    /// The device's store of auth sessions, which also counts stored refreshes.
    public let authSessions: MockAuthSessionStore
    /// The device's store of users.
    public let copies: any UserStore
    /// An administrator, who may read and change all users.
    public let admin: KnownAccount
    /// An account that may only read and change its own data.
    public let member: KnownAccount
    /// The size limit of uploads in bytes.
    public let avatarLimit: Int
    /// The account sessions, which all services of this process share.
    public let sessions: AccountSessions
    /// Creates an auth service that uses ``sessions`` and the stores.
    public let auth: @Sendable () -> any AuthService
    /// Creates an account's user service.
    public let users: @Sendable (Account) -> any UserService
    /// Creates an account's upload service.
    public let uploads: @Sendable (Account) -> any UploadService
    /// Creates another process on the same device: it shares the stores and has its own account sessions.
    public let otherProcess: @Sendable () -> ServiceSubject
    /// The failures that a clause can cause.
    public let trouble: Trouble

    /// Failures of the network, and actions of an operator.
    public struct Trouble: Sendable {
        /// Cuts the connection: the server no longer responds.
        public let cutConnection: @Sendable () -> Void
        /// Expires all access tokens.
        public let expireAccessTokens: @Sendable () async throws -> Void
        /// Ends the account's session on the server, without notifying this device.
        public let endSession: @Sendable (Account) async throws -> Void

        /// Creates the failures of one backend.
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

    /// Creates a subject from its parts.
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
    /// The key under which the stores save data of `account`.
    public func accountID(of account: Account) -> AccountID { AccountID(server: server, userID: account.id) }

    /// The credential that signs the account's calls in this process; `nil` if the account is logged out.
    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }

    /// The users that the device stores for an account.
    public func copies(of account: KnownAccount) async throws -> [User] {
        try await copies.users(of: AccountID(server: server, userID: account.id))
    }

    /// The stored copy of one user.
    func copy(of id: UserID, for account: KnownAccount) async throws -> User? {
        try await copies.user(id: id, of: AccountID(server: server, userID: account.id))
    }
}
