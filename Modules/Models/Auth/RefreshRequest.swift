public import Primitives

/// The body that trades a refresh token for the next pair.
public struct RefreshRequest: Sendable, Encodable {
    private let refreshToken: Secret<String>

    /// - Parameter refreshToken: spent by sending it.
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
