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
