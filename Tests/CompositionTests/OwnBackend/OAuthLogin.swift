import Composition
import DependencyInjection
import Foundation
import Models
import Networking
import Primitives
import RemoteServices
import Services

/// A login at an OAuth 2 token endpoint on a server of its own, by a form (RFC 6749 section 4.3). The tokens are for
/// the app's API, which reports the account.
///
/// The exchange of an authorization code (section 4.1.3) is the same request with other parameters.
struct OAuthLogin: LoginExchanging {
    let tokenEndpoint: TokenEndpointClient
    let client: Client
    let time: any TimeSource

    func logIn(with credentials: Credentials) async throws -> LoginResult {
        let tokens: TokenResponse
        do throws(NetworkError) {
            tokens = try await tokenEndpoint.session(for: Guest.self).send(.tokens(for: credentials))
        } catch {
            // A wrong password is status 400 with this code (section 5.2).
            guard case .status(let failure) = error.cause, failure.code == "invalid_grant" else { throw error }
            throw AuthServiceError.specific(.wrongCredentials())
        }
        let credential = tokens.credential(receivedAt: time.now)
        let me = try await client.session(for: Member.self, signedBy: credential).send(.ownAccount())
        return LoginResult(credential: credential, userID: try UserID("\(me.number)"))
    }

    /// The tokens expire by themselves.
    func logOut(_ member: Session<Member>) async throws(NetworkError) {}

    static let clientID = "app"
}

extension Endpoint where Access: GuestScope, Response == TokenResponse {
    static func tokens(for credentials: Credentials) -> Self {
        Endpoint(
            .post, "/oauth/token",
            body: .form([
                QueryItem("grant_type", "password"), QueryItem("client_id", OAuthLogin.clientID),
                QueryItem("username", credentials.email.text), QueryItem("password", credentials.password.reveal()),
            ]), response: .json)
    }
}

extension Assembly {
    /// The registrations that replace the sample's.
    static func oauthLogin(at identityServer: URL) -> Assembly {
        Assembly {
            Singleton(.loginExchange, needs: .clientFactory, .client, .time) { clients, client, time in
                let identity = try APIEnvironment(name: "identity", baseURL: identityServer)
                return OAuthLogin(
                    tokenEndpoint: clients.tokenEndpointClient(for: identity), client: client, time: time)
            }
            Singleton(.refresher, needs: .clientFactory, .time) { clients, time in
                let identity = try APIEnvironment(name: "identity", baseURL: identityServer)
                return try OAuthCredentialRefresher(
                    tokenURL: identityServer.appending(path: "oauth/token"),
                    oauthClient: OAuthClient(id: OAuthLogin.clientID),
                    client: clients.tokenEndpointClient(for: identity), time: time)
            }
        }
    }
}
