/// The outcome of ``AuthSessionStore/replaceTokens(_:with:server:userID:)``.
public enum TokenReplacement: Sendable, Hashable {
    case replaced
    /// Not replaced: the stored session already has another token.
    case superseded
    /// Not replaced: another account's session is stored, or none.
    case gone
}
