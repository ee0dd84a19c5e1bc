public import Models

/// Whether a process may renew the tokens that it shares with others; see
/// ``SignInStore/claimRenewal(of:server:userID:by:at:lease:)``.
public enum RenewalClaim: Sendable, Hashable {
    /// It has the turn.
    case granted
    /// Another process has it.
    case held
    /// Nobody needs to renew: these tokens are kept, and not the ones that were to be renewed.
    case superseded(TokenPair)
    /// Another sign-in is kept, or none.
    case gone
}
