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

    /// Ends the session here and on the server. Afterwards this machine stores nothing of the account, even if the
    /// server could not be reached.
    func logout(_ account: Account) async throws(AuthServiceError) -> Logout
}

/// How far a logout came.
public enum Logout: Sendable {
    /// Here and on the server.
    case everywhere
    /// Here only: the server's session ends by itself when its tokens expire. The error says why.
    case onThisMachine(AuthServiceError)
}
