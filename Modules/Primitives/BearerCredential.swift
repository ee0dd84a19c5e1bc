public import Foundation

/// A bearer token (RFC 6750) with the refresh token that replaces it.
public struct BearerCredential: Sendable, Hashable {
    public let token: Secret<String>
    /// The token for the next refresh; `nil` for a credential that can't be refreshed.
    public let refreshToken: Secret<String>?
    /// When ``token`` expires, on this machine's wall clock; `nil` if the server sends no lifetime.
    public let expiresAt: Date?

    /// Creates a credential from its parts.
    public init(token: Secret<String>, refreshToken: Secret<String>?, expiresAt: Date?) {
        self.token = token
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}
