/// The response to a login: the tokens, and the user that they belong to.
public struct LoginResponse: Sendable {
    public let tokens: TokenResponse
    public let user: User

    /// Throws ``InvalidValue`` if the response has no user, or a user that breaks a rule of ``User``.
    public init(_ wire: TokenResponse) throws(InvalidValue) {
        guard let user = wire.user else {
            throw InvalidValue(field: "user", reason: "The login response has no user.")
        }
        tokens = wire
        self.user = try User(user)
    }
}
