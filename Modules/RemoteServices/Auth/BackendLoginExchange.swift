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

/// Refreshes credentials with a request to the backend, `POST /auth/refresh`.
public struct BackendCredentialRefresher: CredentialRefreshing {
    private let session: Session<Guest>
    private let time: any TimeSource

    /// - Parameter client: calls the backend's refresh endpoint.
    public init(client: TokenEndpointClient, time: any TimeSource) {
        session = client.session(for: Guest.self)
        self.time = time
    }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        // A credential provider never refreshes a credential without a refresh token.
        guard let refreshToken = credential.refreshToken else { return credential }
        do throws(NetworkError) {
            let response = try await session.send(.refresh(RefreshRequest(refreshToken: refreshToken)))
            return response.credential(receivedAt: time.now, after: refreshToken)
        } catch {
            // The backend rejects a refresh token with 401, and a gateway in front of it may do so with 400 or 403.
            guard let status = error.status, [400, 401, 403].contains(status) else { throw error }
            throw NetworkError(.loggedOut, error.metadata)
        }
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

/// The sample backend's response to a login: the tokens, and the account that they belong to.
///
/// The response has a whole user, but only the id and the role are read, so that no other field can prevent a login.
public struct LoginResponse: Sendable, Decodable {
    public let tokens: TokenResponse
    public let userID: UserID
    public let role: Role

    private enum CodingKeys: CodingKey {
        case user
    }

    private struct Owner: Decodable {
        let id: String
        let role: String
    }

    /// Throws `InvalidValue` if the user's id is not valid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let owner = try container.decode(Owner.self, forKey: .user)
        tokens = try TokenResponse(from: decoder)
        userID = try UserID(owner.id)
        role = Role(serverName: owner.role)
    }
}

/// The body of a refresh request, which exchanges a refresh token for new tokens.
public struct RefreshRequest: Sendable, Encodable {
    private let refreshToken: Secret<String>

    /// - Parameter refreshToken: the server accepts it only once.
    public init(refreshToken: Secret<String>) {
        self.refreshToken = refreshToken
    }

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(refreshToken.reveal(), forKey: .refreshToken)
    }
}
