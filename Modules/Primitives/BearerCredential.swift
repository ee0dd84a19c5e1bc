public import Foundation

/// A bearer token (RFC 6750) and what refreshes it.
public struct BearerCredential: Sendable, Hashable {
    public let token: Secret<String>
    /// Good for one use; `nil` for a credential that can't be refreshed.
    public let refreshToken: Secret<String>?
    /// When ``token`` ends, by this machine's clock; `nil` if the server does not say.
    public let expiresAt: Date?

    /// A credential from its parts.
    public init(token: Secret<String>, refreshToken: Secret<String>?, expiresAt: Date?) {
        self.token = token
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}
