import Foundation
import Primitives

/// A successful answer of a token endpoint (RFC 6749 section 5.1).
struct OAuthTokenResponse: Decodable {
    let accessToken: Secret<String>
    /// Absent where the old one stays good.
    let refreshToken: Secret<String>?
    let lifetime: TimeInterval?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case lifetime = "expires_in"
    }

    /// A token of another type must not be used (section 7.1): it wants more than to be shown.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard try members.decode(String.self, forKey: .tokenType).lowercased() == "bearer" else {
            throw DecodingError.dataCorruptedError(
                forKey: .tokenType, in: members, debugDescription: "The token is no bearer token.")
        }
        let token = try members.decode(String.self, forKey: .accessToken)
        guard !token.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .accessToken, in: members, debugDescription: "The token is empty.")
        }
        accessToken = Secret(token)
        refreshToken = try members.decodeIfPresent(String.self, forKey: .refreshToken)
            .flatMap { $0.isEmpty ? nil : Secret($0) }
        lifetime = Self.seconds(in: members)
    }

    /// A number by the RFC, a text on some servers. Anything else counts as not said: the token is good all the same.
    private static func seconds(in members: KeyedDecodingContainer<CodingKeys>) -> TimeInterval? {
        let number = try? members.decode(Double.self, forKey: .lifetime)
        let text = try? members.decode(String.self, forKey: .lifetime)
        return (number ?? text.flatMap(Double.init)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// What to use from now on.
    func credential(after old: BearerCredential, receivedAt now: Date) -> BearerCredential {
        BearerCredential(
            token: accessToken, refreshToken: refreshToken ?? old.refreshToken,
            expiresAt: lifetime.map { now.addingTimeInterval($0) })
    }
}

/// A refusal of a token endpoint (RFC 6749 section 5.2).
struct OAuthRefusal: Decodable {
    let error: String
    let description: String?

    private enum CodingKeys: String, CodingKey {
        case error
        case description = "error_description"
    }

    /// Whether the same refresh token will never be taken again: it is expired, revoked or spent. All other refusals are
    /// about the request, the client (a secret that was mistyped or changed) or the moment, and leave the token as good as it
    /// was.
    func isFinal(status: Int) -> Bool {
        (status, error) == (400, "invalid_grant")
    }
}
