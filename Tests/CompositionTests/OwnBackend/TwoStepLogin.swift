import Composition
import DependencyInjection
import Models
import Networking
import Primitives
import RemoteServices

/// A login whose response has no user: another call, with the new token, returns the account's id. No response has a
/// role, so every account is a member.
struct TwoStepLogin: LoginExchanging {
    /// Sends the password.
    let tokenEndpoint: TokenEndpointClient
    /// Sends all other calls.
    let client: Client
    let time: any TimeSource

    func logIn(with credentials: Credentials) async throws -> LoginResult {
        let tokens = try await tokenEndpoint.session(for: Guest.self).send(.beginSession(credentials))
        let credential = tokens.credential(receivedAt: time.now)
        let me = try await client.session(for: Member.self, signedBy: credential).send(.ownAccount())
        return LoginResult(credential: credential, userID: try UserID("\(me.number)"))
    }

    func logOut(_ member: Session<Member>) async throws(NetworkError) {
        try await member.send(.endSession())
    }
}

/// The response of `GET /me`.
struct OwnAccount: Decodable, Sendable {
    let number: Int
}

extension Endpoint where Access: GuestScope, Response == TokenResponse {
    static func beginSession(_ credentials: Credentials) -> Self {
        Endpoint(.post, "/sessions", body: .encodable(credentials), response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == OwnAccount {
    static func ownAccount() -> Self { Endpoint(.get, "/me", response: .json) }
}

extension Endpoint where Access: MemberScope, Response == Void {
    static func endSession() -> Self { Endpoint(.delete, "/sessions/current", response: .nothing) }
}

extension Assembly {
    /// The registration that replaces the sample's.
    static var twoStepLogin: Assembly {
        Assembly {
            Singleton(.loginExchange, needs: .tokenEndpointClient, .client, .time) { tokenEndpoint, client, time in
                TwoStepLogin(tokenEndpoint: tokenEndpoint, client: client, time: time)
            }
        }
    }
}
