public import Primitives

/// The body of a refresh request, which exchanges a refresh token for new tokens.
public struct RefreshRequest: Sendable, Encodable {
    private let refreshToken: Secret<String>

    /// - Parameter refreshToken: the server accepts it only once.
    public init(refreshToken: Secret<String>) {
        self.refreshToken = refreshToken
    }

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(refreshToken.reveal(), forKey: .refreshToken)
    }
}
