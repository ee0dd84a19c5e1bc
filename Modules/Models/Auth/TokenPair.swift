public import Foundation
public import Primitives

/// What a sign-in is worth: a short-lived token that every call shows, and the one that buys the next pair.
public struct TokenPair: Sendable, Hashable {
    public let access: Secret<String>
    /// Good for one use: the server answers it with a new pair and refuses it from then on.
    public let refresh: Secret<String>
    /// When the access token ends, by this machine's calendar.
    public let accessExpiresAt: Date

    /// A pair from its parts.
    public init(access: Secret<String>, refresh: Secret<String>, accessExpiresAt: Date) {
        self.access = access
        self.refresh = refresh
        self.accessExpiresAt = accessExpiresAt
    }
}
