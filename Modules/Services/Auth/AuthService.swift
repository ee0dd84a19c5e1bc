public import Models
public import Primitives

/// Logs users in and out.
public protocol AuthService: Sendable {
    /// Logs in and stores the auth session on this machine, in place of any earlier session. The data of an earlier
    /// account stays for its next login.
    func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account

    /// Returns the account that is still logged in from an earlier run, or `nil`. Sends no request: the server checks
    /// the credential at the next call.
    func restore() async throws(AuthServiceError) -> Account?

    /// Refreshes the account's credential now, even if it has not expired.
    func refresh(_ account: Account) async throws(AuthServiceError)

    /// Ends the session on this machine and on the server. Afterwards this machine stores no data of the account, even
    /// if the server was unreachable. If the account logs in again meanwhile, its new session and its data stay.
    func logout(_ account: Account) async throws(AuthServiceError) -> Logout

    /// Removes the data of an account whose session ended without a logout, because the session expired or was revoked,
    /// or another account logged in. Returns `false`, and removes nothing, if the account has logged in again or is
    /// unknown to this machine.
    func removeEndedAccount(_ user: UserID) async throws(AuthServiceError) -> Bool
}

/// Where a logout took effect.
public enum Logout: Sendable {
    /// On this machine and on the server.
    case everywhere
    /// On this machine only. The server's session ends when its tokens expire. The error is the reason.
    case onThisMachine(AuthServiceError)
}

/// Why an operation of an ``AuthService`` failed.
public typealias AuthServiceError = ServiceError<AuthFault>

/// A failure that only an ``AuthService`` has.
public enum AuthFault: SpecificFailure, Hashable {
    /// The address or the password is wrong, unless the server's own words name another reason.
    case wrongCredentials(serverMessage: UserMessage? = nil)

    public var localizableUserMessage: UserMessage {
        switch self {
        case .wrongCredentials(let serverMessage):
            serverMessage ?? UserMessage("service.wrongCredentials", "The email address or the password is wrong.")
        }
    }

    public var kind: ServiceFailure.Kind { .unauthorized }
}

/// An account that is logged in. It contains no credential, so no screen can access a token.
public struct Account: Sendable, Hashable, Identifiable {
    public let id: UserID
    /// The role that the server reported at login.
    public let role: Role

    /// Creates an account from its parts.
    public init(id: UserID, role: Role) {
        self.id = id
        self.role = role
    }
}
