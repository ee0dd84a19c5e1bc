public import Models
public import Networking

/// Exchanges a user's credentials for the tokens of a new session, in the protocol of one backend.
///
/// ``RemoteAuthService`` does the rest of a login for every backend: it stores the session, begins the account's sessions
/// and refreshes the tokens. Implement this port for a backend of your own. ``BackendLoginExchange`` is the one for the
/// sample backend; Docs/howto/connect-your-backend.md has others.
public protocol LoginExchanging: Sendable {
    /// Logs in. A failure with status 401 means that the credentials are wrong.
    ///
    /// Send the password with a `TokenEndpointClient`: it follows no redirect and sends nothing twice.
    func logIn(with credentials: Credentials) async throws(NetworkError) -> LoginResult
}
