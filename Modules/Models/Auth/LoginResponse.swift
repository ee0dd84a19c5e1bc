/// The answer to a login, read whole: tokens, and the person to whom they belong.
public struct LoginResponse: Sendable {
    public let tokens: TokenResponse
    public let user: User

    /// Throws where the answer names nobody, or somebody whom the server's own rules don't allow.
    public init(_ wire: TokenResponse) throws(InvalidValue) {
        guard let user = wire.user else {
            throw InvalidValue(field: "user", reason: "The answer to a login names nobody.")
        }
        tokens = wire
        self.user = try User(user)
    }
}
