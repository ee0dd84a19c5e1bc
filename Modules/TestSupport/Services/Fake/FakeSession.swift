import Foundation
import Models

/// A session at a ``FakeBackend``: one good pair of tokens, and those that were spent for it.
struct FakeSession: Sendable {
    let userID: User.ID
    private(set) var access: String
    private(set) var refresh: String
    private(set) var accessEndsAt: Date
    private(set) var spent: Set<String> = []

    /// The access token's life, in seconds: the real server's.
    static var lifetime: Double { 15 * 60 }

    init(userID: User.ID, number: Int, now: Date) {
        self.userID = userID
        access = "access-token-\(number)"
        refresh = "refresh-token-\(number)"
        accessEndsAt = now.addingTimeInterval(Self.lifetime)
    }

    /// Spends the refresh token; the access token dies with it.
    mutating func rotate(number: Int, now: Date) {
        spent.insert(refresh)
        access = "access-token-\(number)"
        refresh = "refresh-token-\(number)"
        accessEndsAt = now.addingTimeInterval(Self.lifetime)
    }

    mutating func expireAccess(now: Date) {
        accessEndsAt = now
    }
}
