public import Models
public import Networking

extension Endpoint where Access: GuestScope, Response == LoginAnswer {
    /// `POST /auth/login`: tokens and the user, or 401 `invalid_credentials`.
    public static func login(_ credentials: Credentials) -> Self {
        Endpoint(
            .post, "/auth/login", body: .encodable(credentials),
            answer: .json(TokenAnswer.self) { wire in try LoginAnswer(wire) })
    }
}

extension Endpoint where Access: GuestScope, Response == TokenAnswer {
    /// `POST /auth/refresh`: the next tokens. The server spends the old refresh token, so this call is never repeated.
    public static func refresh(_ request: RefreshRequest) -> Self {
        Endpoint(.post, "/auth/refresh", body: .encodable(request), answer: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == Void {
    /// `POST /auth/logout`: ends the session on the server, with every token that came from its login.
    public static func logout() -> Self {
        Endpoint(.post, "/auth/logout", answer: .nothing)
    }
}
