public import Models

/// Logs users in and out.
public protocol AuthService: Sendable {
    /// Logs in and stores the session on this machine, in place of any earlier one.
    func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account

    /// The account that an earlier run left logged in at this server, or `nil`. Sends nothing: the server checks the
    /// credential when it is next used.
    func restore() async throws(AuthServiceError) -> Account?

    /// Refreshes the account's credential now.
    func refresh(_ account: Account) async throws(AuthServiceError)

    /// Ends the session on this machine and on the server. Afterwards this machine stores no data of the account, even
    /// if the server was unreachable.
    func logout(_ account: Account) async throws(AuthServiceError) -> Logout
}

/// Where a logout took effect.
public enum Logout: Sendable {
    /// On this machine and on the server.
    case everywhere
    /// On this machine only. The server's session ends when its tokens expire. The error is the reason.
    case onThisMachine(AuthServiceError)
}
