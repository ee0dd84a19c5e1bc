/// The tokens of a login or a refresh.
struct TokenPair: Sendable {
    let access: OpaqueToken
    let refresh: OpaqueToken
    /// The lifetime of the access token.
    let lifetime: Duration
}
