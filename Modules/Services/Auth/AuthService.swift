public import Models

/// Signs people in and out.
public protocol AuthService: Sendable {
    /// Signs in and keeps the sign-in on this machine, in place of any earlier one.
    func login(_ credentials: Credentials) async throws(ServiceError) -> Account

    /// The account that an earlier run left signed in at this server, or `nil`. Asks nobody: the server judges the
    /// credential when it is next used.
    func restore() async throws(ServiceError) -> Account?

    /// Renews the account's credential now.
    func refresh(_ account: Account) async throws(ServiceError)

    /// Ends the session here and on the server. Afterwards nothing of the account is left on this machine, even if the
    /// server could not be told.
    func logout(_ account: Account) async throws(ServiceError) -> Logout
}

/// How far a sign-out came.
public enum Logout: Sendable {
    /// Here and on the server.
    case everywhere
    /// Here only: the server's session ends by itself when its tokens expire. The error says why.
    case onThisMachine(ServiceError)
}
