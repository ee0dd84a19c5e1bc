/// Which certificate authorities a ``TrustPolicy`` believes.
public enum TrustedRoots: Sendable, Equatable {
    /// Those of the operating system.
    case system
    /// Those of the operating system, and these: a company's own, say.
    case systemAnd([RootCertificate])
    /// These and nobody else. An empty list trusts nobody: every secure call fails.
    case only([RootCertificate])
}
