import Crypto
import Foundation

/// A program that may ask the token endpoint.
public struct OAuthClient: Sendable {
    /// Its name, in the open.
    public let id: String
    /// What proves that it is who it says.
    public let secret: String

    /// A client by its credentials.
    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Good for trying a standard client without any other server: in the source, so for nothing else.
    public static let demo = OAuthClient(id: "strata-demo", secret: "punched-cards")

    /// Compares the digests, which takes as long for any wrong secret.
    func authenticates(id: String, secret: String) -> Bool {
        let isSecret = SHA256.hash(data: Data(secret.utf8)) == SHA256.hash(data: Data(self.secret.utf8))
        return id == self.id && isSecret
    }
}
