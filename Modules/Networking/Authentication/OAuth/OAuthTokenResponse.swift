import Foundation
import Primitives

/// A token endpoint's successful response (RFC 6749 section 5.1).
struct OAuthTokenResponse: Decodable {
    let accessToken: Secret<String>
    /// `nil` if the old one remains valid.
    let refreshToken: Secret<String>?
    let lifetime: TimeInterval?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case lifetime = "expires_in"
    }

    /// Throws for any token type but `bearer`: a client must not use a token of a type that it does not understand
    /// (section 7.1).
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard try members.decode(String.self, forKey: .tokenType).lowercased() == "bearer" else {
            throw DecodingError.dataCorruptedError(
                forKey: .tokenType, in: members, debugDescription: "The token is not a bearer token.")
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

    /// The lifetime: a number in the RFC, a string on some servers. Other values are ignored: the token is usable.
    private static func seconds(in members: KeyedDecodingContainer<CodingKeys>) -> TimeInterval? {
        let number = try? members.decode(Double.self, forKey: .lifetime)
        let text = try? members.decode(String.self, forKey: .lifetime)
        return (number ?? text.flatMap(Double.init)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The credential to use from now on.
    func credential(after old: BearerCredential, receivedAt now: Date) -> BearerCredential {
        BearerCredential(
            token: accessToken, refreshToken: refreshToken ?? old.refreshToken,
            expiresAt: lifetime.map { now.addingTimeInterval($0) })
    }
}

/// A token endpoint's error response (RFC 6749 section 5.2).
struct OAuthRefusal: Decodable {
    let error: String
    let description: String?

    private enum CodingKeys: String, CodingKey {
        case error
        case description = "error_description"
    }

    /// Whether the server will never accept this refresh token again: it is expired, revoked or used up. All other
    /// errors concern the request, the client (such as a mistyped or changed secret) or a temporary problem.
    func isFinal(status: Int) -> Bool {
        (status, error) == (400, "invalid_grant")
    }
}
