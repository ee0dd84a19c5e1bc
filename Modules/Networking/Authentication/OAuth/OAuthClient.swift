public import Primitives

/// How this app is known to an authorisation server (RFC 6749 section 2.3).
public struct OAuthClient: Sendable, Hashable {
    public let id: String
    public let authentication: Authentication

    /// How the app proves that it is the client.
    public enum Authentication: Sendable, Hashable {
        /// Not at all: an app on people's machines can't keep a secret (section 2.1, public clients). Its id stands in
        /// the body.
        case none
        /// `client_secret_basic`: what every server that issues secrets understands.
        case basic(Secret<String>)
        /// `client_secret_post`: in the body, for servers that take nothing else.
        case post(Secret<String>)
    }

    /// A client as it was registered.
    public init(id: String, authentication: Authentication = .none) {
        self.id = id
        self.authentication = authentication
    }

    /// Section 2.3.1: id and secret are form-encoded first, so that a colon within them is none of the scheme's.
    var basicCredentials: (user: String, password: Secret<String>)? {
        guard case .basic(let secret) = authentication else { return nil }
        var (user, password) = ("", "")
        PercentEncoding.form.append(id, to: &user)
        PercentEncoding.form.append(secret.reveal(), to: &password)
        return (user, Secret(password))
    }

    /// What of it stands in the body.
    var parameters: [QueryItem] {
        switch authentication {
        case .none: [QueryItem("client_id", id)]
        case .basic: []
        case .post(let secret): [QueryItem("client_id", id), QueryItem("client_secret", secret.reveal())]
        }
    }
}
