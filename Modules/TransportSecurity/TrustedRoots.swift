/// Which certificates a ``TrustPolicy`` believes, and what they have signed.
///
/// Mostly those of authorities. An intermediate or a server's own certificate can stand here too, and is trusted as such, for as
/// long as it is valid.
public enum TrustedRoots: Sendable, Equatable {
    /// Those of the operating system.
    case system
    /// Those of the operating system, and these: a company's own, say.
    case systemAnd([RootCertificate])
    /// These and nobody else. An empty list trusts nobody: every secure call fails.
    case only([RootCertificate])
}
