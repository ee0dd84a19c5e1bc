/// The result of using a refresh token.
enum Rotation: Sendable {
    case rotated(TokenPair)
    /// It was used before. Its session is now revoked, because the server cannot distinguish the owner from a thief
    /// (RFC 9700, section 4.14.2).
    case reused
    /// It was never issued, is expired, or its session has ended.
    case unknown
}
