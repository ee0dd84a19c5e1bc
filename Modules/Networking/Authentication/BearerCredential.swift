public import Foundation
public import Primitives

/// A bearer token (RFC 6750) and what renews it.
public struct BearerCredential: Sendable, Hashable {
    public let token: Secret<String>
    /// Spent by the next renewal; `nil` for a credential that can't be renewed.
    public let refreshToken: Secret<String>?
    /// By this machine's calendar; `nil` where the server does not say.
    public let expiresAt: Date?

    /// A credential from its parts.
    public init(token: Secret<String>, refreshToken: Secret<String>?, expiresAt: Date?) {
        self.token = token
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}
