public import Models
public import Networking

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
