public import Models
public import Networking
public import Primitives
public import RemoteServices
import Services

/// A login at an OAuth 2 token endpoint on a server of its own, by a form (RFC 6749 section 4.3). The tokens are for
/// the app's API, which reports the account.
///
/// The exchange of an authorization code (section 4.1.3) is the same request with other parameters.
public struct OAuthLogin: LoginExchanging {
    private let tokenEndpoint: TokenEndpointClient
    private let client: Client
    private let time: any TimeSource

    public init(tokenEndpoint: TokenEndpointClient, client: Client, time: any TimeSource) {
        self.tokenEndpoint = tokenEndpoint
        self.client = client
        self.time = time
    }

    public func logIn(with credentials: Credentials) async throws -> LoginResult {
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
    public func logOut(_ member: Session<Member>) async throws(NetworkError) {}

    public static let clientID = "app"
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
