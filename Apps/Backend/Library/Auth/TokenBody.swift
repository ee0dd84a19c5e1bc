/// The response to a login (with the user) or a refresh (without). The keys are those of RFC 6749, section 5.1.
struct TokenBody: Encodable, Sendable {
    let accessToken: String
    let tokenType = "Bearer"
    /// The lifetime of the access token in whole seconds.
    let expiresIn: Int64
    let refreshToken: String
    let user: UserBodyV2?

    init(_ pair: TokenPair, user: UserBodyV2? = nil) {
        accessToken = pair.access.text
        expiresIn = pair.lifetime.components.seconds
        refreshToken = pair.refresh.text
        self.user = user
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case user
    }
}
