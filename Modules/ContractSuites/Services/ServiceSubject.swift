public import Models
import Networking
public import Persistence
import Primitives
public import RemoteServices
public import Services
public import TestSupport

/// The subject of the service contracts: one process of an app with its services, the stores of its device, and a
/// backend with an administrator and a member.
public struct ServiceSubject: Sendable {
    /// The backend's origin, the `server` of its auth sessions.
    public let server: String
    /// The device's store of auth sessions, which also counts stored refreshes.
    public let authSessions: MockAuthSessionStore
    /// An administrator, who may use every route.
    public let admin: KnownAccount
    /// An account that may only read and change its own data.
    public let member: KnownAccount
    /// The account sessions, which all services of this process share.
    public let sessions: AccountSessions
    /// Creates an auth service that uses ``sessions`` and the stores.
    public var auth: @Sendable () -> any AuthService
    /// Requests the id of an account's user, with an authenticated call.
    public let ownID: @Sendable (Account) async throws -> UserID
    /// The device's store of users.
    public let copies: any UserStore
    /// Creates an account's user service.
    public var users: @Sendable (Account) -> any UserService
    /// Creates an account's upload service.
    public var uploads: @Sendable (Account) -> any UploadService
    /// The size limit of uploads in bytes.
    public let avatarLimit: Int
    /// Creates another process on the same device: it shares the stores and has its own account sessions.
    public var otherProcess: @Sendable () -> ServiceSubject
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
}

extension ServiceSubject {
    /// The key under which the stores save data of `account`.
    public func accountID(of account: Account) -> AccountID { AccountID(server: server, userID: account.id) }

    /// The credential that signs the account's calls in this process; `nil` if the account is logged out.
    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }
}
