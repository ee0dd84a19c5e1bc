public import Foundation
public import Primitives

/// The response to a login or a refresh (RFC 6749 section 5.1). A login's response also has the user.
public struct TokenResponse: Sendable, Decodable {
    public let accessToken: Secret<String>
    public let refreshToken: Secret<String>
    /// The lifetime of the access token in seconds, counted from the response.
    public let expiresIn: Double
    /// The user who logged in; `nil` in the response to a refresh.
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

    /// The credential, with an expiry date counted from `now`.
    ///
    /// A negative lifetime counts as zero, and one of more than ten years as ten years. So even a wrong value of the
    /// server gives a date that can be stored.
    public func credential(receivedAt now: Date) -> BearerCredential {
        let life = min(max(expiresIn, 0), 10 * 365 * 86_400)
        return BearerCredential(
            token: accessToken, refreshToken: refreshToken, expiresAt: now.addingTimeInterval(life))
    }
}
