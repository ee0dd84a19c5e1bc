public import Models
public import Networking
import Primitives
public import RemoteServices

/// A login whose response is an access token and nothing else. The session ends when the server refuses the token,
/// because no refresh token can replace it.
public struct TokenOnlyLogin: LoginExchanging {
    private let tokenEndpoint: TokenEndpointClient

    public init(tokenEndpoint: TokenEndpointClient) {
        self.tokenEndpoint = tokenEndpoint
    }

    public func logIn(with credentials: Credentials) async throws -> LoginResult {
        let response = try await tokenEndpoint.session(for: Guest.self).send(.token(for: credentials))
        return LoginResult(
            credential: BearerCredential(token: Secret(response.token), refreshToken: nil, expiresAt: nil),
            userID: try UserID(localIDFor: credentials.email))
    }

    /// The server has no call for it.
    public func logOut(_ member: Session<Member>) async throws(NetworkError) {}
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
