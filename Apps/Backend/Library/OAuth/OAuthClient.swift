import Crypto
import Foundation

/// A client of the token endpoint.
public struct OAuthClient: Sendable {
    /// The public client id.
    public let id: String
    /// The client secret.
    public let secret: String

    /// A client with these credentials.
    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// For trying an OAuth client with this server. Its secret is public.
    public static let demo = OAuthClient(id: BackendName.demoClient, secret: "punched-cards")

    /// Compares digests, so that the time does not depend on the secret.
    func authenticates(id: String, secret: String) -> Bool {
        let isSecret = SHA256.hash(data: Data(secret.utf8)) == SHA256.hash(data: Data(self.secret.utf8))
        return id == self.id && isSecret
    }
}
