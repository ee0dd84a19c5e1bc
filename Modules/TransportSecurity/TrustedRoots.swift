/// The certificates that a ``TrustPolicy`` trusts, and with them all certificates that they have signed.
///
/// Usually these are certificates of authorities. You can also list an intermediate or a server's own certificate; it
/// is trusted while it is valid.
public enum TrustedRoots: Sendable, Equatable {
    /// The operating system's certificates.
    case system
    /// The operating system's certificates and the given ones, such as those of your company.
    case systemAnd([RootCertificate])
    /// Only these certificates. With an empty list every secure call fails.
    case only([RootCertificate])
}
