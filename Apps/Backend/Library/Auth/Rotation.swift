/// The result of using a refresh token.
enum Rotation: Sendable {
    case rotated(TokenPair)
    /// The token was used before. Its session is now revoked, because the server cannot distinguish the owner from a
    /// thief (RFC 9700, section 4.14.2).
    case reused
    /// The token was never issued or has expired, or its session has ended.
    case unknown
}
