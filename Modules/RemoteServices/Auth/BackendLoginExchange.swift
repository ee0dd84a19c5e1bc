public import Models
public import Networking
public import Persistence  // feature: Users
public import Primitives

/// Logs in at the sample backend, `POST /auth/login`.
public struct BackendLoginExchange: LoginExchanging {
    private let session: Session<Guest>
    private let time: any TimeSource
    private let users: any UserStore  // feature: Users

    /// - Parameters:
    ///   - client: calls the backend.
    ///   - time: dates the tokens.
    public init(
        client: TokenEndpointClient,
        users: any UserStore,  // feature: Users
        time: any TimeSource
    ) {
        session = client.session(for: Guest.self)
        self.users = users  // feature: Users
        self.time = time
    }

    public func logIn(with credentials: Credentials) async throws(NetworkError) -> LoginResult {
        let response = try await session.send(.login(credentials))
        return LoginResult(
            credential: response.tokens.credential(receivedAt: time.now), userID: response.userID, role: response.role
        )
        .storing(response.user, in: users)  // feature: Users
    }
}
