/// The user who sent a request, according to its access token.
struct Caller: Sendable {
    let user: UserRecord
    /// The session that the access token belongs to.
    let sessionID: String
}
