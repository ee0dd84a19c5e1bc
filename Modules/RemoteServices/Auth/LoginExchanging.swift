public import Models
public import Networking
public import Primitives

/// Logs in and out at one backend, in that backend's protocol.
///
/// ``RemoteAuthService`` does the rest for every backend: it stores the session and begins the account's sessions, which
/// refresh the tokens. Implement this port for a backend of your own. ``BackendLoginExchange`` is the one for the
/// sample backend, and Docs/howto/connect-your-backend.md shows others.
public protocol LoginExchanging: Sendable {
    /// Exchanges the user's credentials for tokens.
    ///
    /// It may throw any error. ``RemoteAuthService`` reports a `NetworkError` with status 401 as wrong credentials, and
    /// an `AuthServiceError` as it is. Send the password with a `TokenEndpointClient`, which follows no redirect and
    /// sends nothing twice.
    func logIn(with credentials: Credentials) async throws -> LoginResult

    /// Ends the session of `member` on the server. Do nothing if the server has no such call: its tokens expire.
    func logOut(_ member: Session<Member>) async throws(NetworkError)
}

/// The result of a login at a backend.
public struct LoginResult: Sendable {
    public let credential: BearerCredential
    public let userID: UserID
    public let role: Role

    /// - Parameters:
    ///   - credential: without a refresh token, the session ends when the server refuses the access token.
    ///   - role: the default is the weakest role, for a backend that reports none.
    public init(credential: BearerCredential, userID: UserID, role: Role = .member) {
        self.credential = credential
        self.userID = userID
        self.role = role
    }
}
