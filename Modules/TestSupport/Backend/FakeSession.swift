import Foundation

/// A session at a ``FakeBackend``: one valid pair of tokens, and the refresh tokens that were used before.
struct FakeSession: Sendable {
    let userID: String
    private(set) var access: String
    private(set) var refresh: String
    private(set) var accessEndsAt: Date
    private(set) var spent: Set<String> = []

    /// The lifetime of access tokens in seconds, which is the server's default.
    static var lifetime: Int { 15 * 60 }

    init(userID: String, number: Int, now: Date) {
        self.userID = userID
        access = "access-token-\(number)"
        refresh = "refresh-token-\(number)"
        accessEndsAt = now.addingTimeInterval(Double(Self.lifetime))
    }

    /// Replaces both tokens.
    mutating func rotate(number: Int, now: Date) {
        spent.insert(refresh)
        access = "access-token-\(number)"
        refresh = "refresh-token-\(number)"
        accessEndsAt = now.addingTimeInterval(Double(Self.lifetime))
    }

    mutating func expireAccess(now: Date) {
        accessEndsAt = now
    }

    /// The token response of RFC 6749 section 5.1.
    var json: [String: Any] {
        ["access_token": access, "token_type": "Bearer", "expires_in": Self.lifetime, "refresh_token": refresh]
    }
}
