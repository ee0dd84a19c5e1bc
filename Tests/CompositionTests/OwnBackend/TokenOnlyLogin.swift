import Composition
import DependencyInjection
import Models
import Networking
import Primitives
import RemoteServices

/// A login whose response is an access token and nothing else. The session ends when the server refuses the token,
/// because no refresh token can replace it.
struct TokenOnlyLogin: LoginExchanging {
    let tokenEndpoint: TokenEndpointClient

    func logIn(with credentials: Credentials) async throws -> LoginResult {
        let response = try await tokenEndpoint.session(for: Guest.self).send(.token(for: credentials))
        return LoginResult(
            credential: BearerCredential(token: Secret(response.token), refreshToken: nil, expiresAt: nil),
            userID: try UserID(localIDFor: credentials.email))
    }

    /// The server has no call for it.
    func logOut(_ member: Session<Member>) async throws(NetworkError) {}
}

/// The response of `POST /token`.
struct TokenOnly: Decodable, Sendable {
    let token: String
}

extension UserID {
    /// An id for local data, for a server that reports none. Each address has its own id: `ada@example.com` gives
    /// `mail.ada_40example.com`.
    ///
    /// Throws `InvalidValue` if the id has more than 64 characters.
    init(localIDFor email: EmailAddress) throws(InvalidValue) {
        let characters = email.text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || scalar == "." || scalar == "-" ? String(scalar) : "_" + String(byte, radix: 16)
        }
        try self.init("mail." + characters.joined())
    }
}

extension Endpoint where Access: GuestScope, Response == TokenOnly {
    static func token(for credentials: Credentials) -> Self {
        Endpoint(.post, "/token", body: .encodable(credentials), response: .json)
    }
}

extension Assembly {
    /// The registration that replaces the sample's. The refresher stays: a credential without a refresh token never
    /// reaches it.
    static var tokenOnlyLogin: Assembly {
        Assembly {
            Singleton(.loginExchange, needs: .tokenEndpointClient) { tokenEndpoint in
                TokenOnlyLogin(tokenEndpoint: tokenEndpoint)
            }
        }
    }
}
