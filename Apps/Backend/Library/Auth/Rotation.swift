/// How an attempt to spend a refresh token ended.
enum Rotation: Sendable {
    case rotated(TokenPair)
    /// It was spent before. Its whole session is revoked now: either its owner or a thief holds an old copy, and the
    /// server cannot tell which (RFC 9700, section 4.14.2).
    case reused
    /// Never issued, expired, or of a session that has ended.
    case unknown
}
