public import Models
public import Networking
public import Primitives

/// Logs in and out at the sample backend, `POST /auth/login` and `POST /auth/logout`.
public struct BackendLoginExchange: LoginExchanging {
    private let session: Session<Guest>
    private let time: any TimeSource

    /// - Parameters:
    ///   - client: calls the backend.
    ///   - time: dates the tokens.
    public init(client: TokenEndpointClient, time: any TimeSource) {
        session = client.session(for: Guest.self)
        self.time = time
    }

    public func logIn(with credentials: Credentials) async throws -> LoginResult {
        let response = try await session.send(.login(credentials))
        return LoginResult(
            credential: response.tokens.credential(receivedAt: time.now), userID: response.userID, role: response.role)
    }

    public func logOut(_ member: Session<Member>) async throws(NetworkError) {
        try await member.send(.logout())
    }
}

extension Endpoint where Access: GuestScope, Response == LoginResponse {
    /// `POST /auth/login`: tokens and the user, or 401 `invalid_credentials`.
    public static func login(_ credentials: Credentials) -> Self {
        Endpoint(.post, "/auth/login", body: .encodable(credentials), response: .json)
    }
}

extension Endpoint where Access: GuestScope, Response == TokenResponse {
    /// `POST /auth/refresh`: new tokens. The server invalidates the old refresh token, so this call is never retried.
    public static func refresh(_ request: RefreshRequest) -> Self {
        Endpoint(.post, "/auth/refresh", body: .encodable(request), response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == Void {
    /// `POST /auth/logout`: ends the session on the server and invalidates all tokens that came from its login.
    public static func logout() -> Self {
        Endpoint(.post, "/auth/logout", response: .nothing)
    }
}

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
