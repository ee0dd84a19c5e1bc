public import Foundation
public import Primitives

/// The response of a token endpoint to a login or a refresh (RFC 6749 section 5.1).
public struct TokenResponse: Sendable, Decodable {
    public let accessToken: Secret<String>
    /// The new refresh token; `nil` if the server issues none, or if the one that was used remains valid.
    public let refreshToken: Secret<String>?
    /// The lifetime of the access token in seconds, counted from the response; `nil` if the server does not send it.
    public let expiresIn: Double?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
    }

    /// Throws `DecodingError` if the access token is missing or a value has the wrong type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = Secret(try container.decode(String.self, forKey: .accessToken))
        refreshToken = try container.decodeIfPresent(String.self, forKey: .refreshToken).map { Secret($0) }
        expiresIn = try container.decodeIfPresent(Double.self, forKey: .expiresIn)
    }

    /// The credential, with an expiry date counted from `now`.
    ///
    /// A negative lifetime counts as zero, and one of more than ten years as ten years. So even a wrong value from the
    /// server gives a date that can be stored.
    ///
    /// - Parameter earlier: the refresh token that was used. It stays valid if the response has none (section 6).
    public func credential(receivedAt now: Date, after earlier: Secret<String>? = nil) -> BearerCredential {
        let life = expiresIn.map { min(max($0, 0), 10 * 365 * 86_400) }
        return BearerCredential(
            token: accessToken, refreshToken: refreshToken ?? earlier,
            expiresAt: life.map { now.addingTimeInterval($0) })
    }
}
