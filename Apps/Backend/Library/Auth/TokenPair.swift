/// What a client gets for a login or a refresh.
struct TokenPair: Sendable {
    let access: OpaqueToken
    let refresh: OpaqueToken
    /// How long the access token lives.
    let lifetime: Duration
}
