public import Models
public import Networking
public import Primitives
public import RemoteServices

/// A login whose response has no user: another call, with the new token, returns the account's id. No response has a
/// role, so every account is a member.
public struct TwoStepLogin: LoginExchanging {
    /// Sends the password.
    private let tokenEndpoint: TokenEndpointClient
    /// Sends all other calls.
    private let client: Client
    private let time: any TimeSource

    public init(tokenEndpoint: TokenEndpointClient, client: Client, time: any TimeSource) {
        self.tokenEndpoint = tokenEndpoint
        self.client = client
        self.time = time
    }

    public func logIn(with credentials: Credentials) async throws -> LoginResult {
        let tokens = try await tokenEndpoint.session(for: Guest.self).send(.beginSession(credentials))
        let credential = tokens.credential(receivedAt: time.now)
        let me = try await client.session(for: Member.self, signedBy: credential).send(.ownAccount())
        return LoginResult(credential: credential, userID: try UserID("\(me.number)"))
    }

    public func logOut(_ member: Session<Member>) async throws(NetworkError) {
        try await member.send(.endSession())
    }
}

extension Endpoint where Access: GuestScope, Response == TokenResponse {
    static func beginSession(_ credentials: Credentials) -> Self {
        Endpoint(.post, "/sessions", body: .encodable(credentials), response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == Void {
    static func endSession() -> Self { Endpoint(.delete, "/sessions/current", response: .nothing) }
}
