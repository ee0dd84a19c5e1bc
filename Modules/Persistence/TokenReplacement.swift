/// The outcome of ``AuthSessionStore/replaceTokens(_:with:server:userID:)``.
public enum TokenReplacement: Sendable, Hashable {
    case replaced
    /// The tokens were not replaced, because the stored session already has another token.
    case superseded
    /// The tokens were not replaced, because the stored session belongs to another account, or none is stored.
    case gone
}
