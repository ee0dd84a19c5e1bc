/// Who sent a request, as its access token says.
struct Caller: Sendable {
    let user: UserRecord
    /// The family of tokens that the access token belongs to.
    let sessionID: String
}
