import Foundation
import Primitives

/// How to refresh a session of an OAuth 2 server (RFC 6749 section 6): one entry of `profiles` in the settings file.
struct OAuthProfile: Sendable, Decodable {
    /// The API of the session, and the only one that receives its tokens.
    let baseURL: URL
    let tokenURL: URL
    let clientID: String
    /// `nil` for a public client.
    let clientSecret: Secret<String>?
    /// The token for the first refresh. Later ones are stored in the data folder.
    let refreshToken: Secret<String>
    let scope: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case baseURL = "base_url"
        case tokenURL = "token_url"
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case refreshToken = "refresh_token"
        case scope
    }

    init(from decoder: any Decoder) throws {
        let unknownKeys = try decoder.container(keyedBy: AnyKey.self).allKeys
            .map(\.stringValue).filter { CodingKeys(rawValue: $0) == nil }
        if let key = unknownKeys.min() {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath + [AnyKey(stringValue: key)],
                    debugDescription: "is not a profile setting"))
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        baseURL = try Self.url(.baseURL, in: members)
        tokenURL = try Self.url(.tokenURL, in: members)
        clientID = try members.decode(String.self, forKey: .clientID)
        clientSecret = try members.decodeIfPresent(String.self, forKey: .clientSecret).map { Secret($0) }
        refreshToken = Secret(try members.decode(String.self, forKey: .refreshToken))
        scope = try members.decodeIfPresent(String.self, forKey: .scope)
    }

    private static func url(_ key: CodingKeys, in members: KeyedDecodingContainer<CodingKeys>) throws -> URL {
        switch Setting<String, URL>.address.read(try members.decode(String.self, forKey: key)) {
        case .success(let url): return url
        case .failure(let misfit):
            throw DecodingError.dataCorruptedError(
                forKey: key, in: members, debugDescription: String(misfit.reason.dropLast()))
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
