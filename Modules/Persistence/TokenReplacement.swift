/// What became of ``AuthSessionStore/replaceTokens(_:with:server:userID:)``.
public enum TokenReplacement: Sendable, Hashable {
    case replaced
    /// Other tokens than the ones to be replaced are kept for that person and server.
    case superseded
    /// Another sign-in is kept, or none.
    case gone
}
