public import Foundation
public import Primitives

/// The answer to a login or a refresh (RFC 6749 section 5.1, with the user beside the tokens of a login).
public struct TokenResponse: Sendable, Decodable {
    public let accessToken: Secret<String>
    public let refreshToken: Secret<String>
    /// Seconds from the moment of the answer.
    public let expiresIn: Double
    /// A login's answer carries the user; a refresh's does not.
    public let user: UserV2?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case user
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = Secret(try container.decode(String.self, forKey: .accessToken))
        refreshToken = Secret(try container.decode(String.self, forKey: .refreshToken))
        expiresIn = try container.decode(Double.self, forKey: .expiresIn)
        user = try container.decodeIfPresent(UserV2.self, forKey: .user)
    }

    /// The credential, dated from `now`. A life below zero counts as over, and one of more than ten years as ten: a date
    /// from a server's slip must still be one that can be stored.
    public func credential(receivedAt now: Date) -> BearerCredential {
        let life = min(max(expiresIn, 0), 10 * 365 * 86_400)
        return BearerCredential(
            token: accessToken, refreshToken: refreshToken, expiresAt: now.addingTimeInterval(life))
    }
}
