import Foundation
public import Primitives

/// The app's registration at an authorization server (RFC 6749 section 2.3).
public struct OAuthClient: Sendable, Hashable {
    public let id: String
    public let authentication: Authentication

    /// How the app authenticates at the token endpoint.
    public enum Authentication: Sendable, Hashable {
        /// No authentication, only the client id in the body: for apps on users' devices, which can't keep a secret
        /// (public clients, RFC 6749 section 2.1).
        case none
        /// `client_secret_basic`: the secret in the Authorization field. Every server that issues secrets supports it.
        case basic(Secret<String>)
        /// `client_secret_post`: the secret in the body, for servers that do not support `basic`.
        case post(Secret<String>)
    }

    /// A client with the id that the server assigned to it.
    public init(id: String, authentication: Authentication = .none) {
        self.id = id
        self.authentication = authentication
    }

    /// User and password for `basic`, form-encoded (section 2.3.1) so that a colon in the id does not separate them.
    var basicCredentials: (user: String, password: Secret<String>)? {
        guard case .basic(let secret) = authentication else { return nil }
        var (user, password) = ("", "")
        PercentEncoding.form.append(id, to: &user)
        PercentEncoding.form.append(secret.reveal(), to: &password)
        return (user, Secret(password))
    }

    /// The form parameters that identify the client in the body.
    var parameters: [QueryItem] {
        switch authentication {
        case .none: [QueryItem("client_id", id)]
        case .basic: []
        case .post(let secret): [QueryItem("client_id", id), QueryItem("client_secret", secret.reveal())]
        }
    }
}

/// A token endpoint's successful response (RFC 6749 section 5.1).
struct OAuthTokenResponse: Decodable {
    let accessToken: Secret<String>
    /// `nil` if the old refresh token remains valid.
    let refreshToken: Secret<String>?
    let lifetime: TimeInterval?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case lifetime = "expires_in"
    }

    /// Throws for any token type but `bearer`: a client must not use a token of a type that it does not understand
    /// (section 7.1).
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard try members.decode(String.self, forKey: .tokenType).lowercased() == "bearer" else {
            throw DecodingError.dataCorruptedError(
                forKey: .tokenType, in: members, debugDescription: "The token is not a bearer token.")
        }
        let token = try members.decode(String.self, forKey: .accessToken)
        guard !token.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .accessToken, in: members, debugDescription: "The token is empty.")
        }
        accessToken = Secret(token)
        refreshToken = try members.decodeIfPresent(String.self, forKey: .refreshToken)
            .flatMap { $0.isEmpty ? nil : Secret($0) }
        lifetime = Self.seconds(in: members)
    }

    /// The lifetime: a number in the RFC, a string on some servers. Other values are ignored: the token is usable.
    private static func seconds(in members: KeyedDecodingContainer<CodingKeys>) -> TimeInterval? {
        let number = try? members.decode(Double.self, forKey: .lifetime)
        let text = try? members.decode(String.self, forKey: .lifetime)
        return (number ?? text.flatMap(Double.init)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The credential to use from now on.
    func credential(after old: BearerCredential, receivedAt now: Date) -> BearerCredential {
        BearerCredential(
            token: accessToken, refreshToken: refreshToken ?? old.refreshToken,
            expiresAt: lifetime.map { now.addingTimeInterval($0) })
    }
}

/// A token endpoint's error response (RFC 6749 section 5.2).
struct OAuthRefusal: Decodable {
    let error: String
    let description: String?

    private enum CodingKeys: String, CodingKey {
        case error
        case description = "error_description"
    }

    /// Whether the server will never accept this refresh token again: it is expired, revoked or used up. All other
    /// errors concern the request, the client (such as a mistyped or changed secret) or a temporary problem.
    ///
    /// RFC 6749 section 5.2 requires the status 400, but servers also send 200, 401 or 403.
    var isFinal: Bool { error == "invalid_grant" }
}
