public import Models
public import Networking
public import Persistence
public import Primitives

/// Logs in and out at the sample backend, `POST /auth/login` and `POST /auth/logout`.
public struct BackendLoginExchange: LoginExchanging {
    private let session: Session<Guest>
    private let time: any TimeSource
    private let users: any UserStore

    /// - Parameters:
    ///   - client: calls the backend.
    ///   - time: dates the tokens.
    public init(
        client: TokenEndpointClient,
        users: any UserStore,
        time: any TimeSource
    ) {
        session = client.session(for: Guest.self)
        self.users = users
        self.time = time
    }

    public func logIn(with credentials: Credentials) async throws -> LoginResult {
        let response = try await session.send(.login(credentials))
        return LoginResult(
            credential: response.tokens.credential(receivedAt: time.now), userID: response.userID, role: response.role
        )
        .storing(response.user, in: users)
    }

    public func logOut(_ member: Session<Member>) async throws(NetworkError) {
        try await member.send(.logout())
    }
}
