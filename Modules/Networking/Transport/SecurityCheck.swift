/// Which check of a secure connection failed, as far as the transport's stack tells.
public enum SecurityCheck: String, Sendable, Equatable, CaseIterable {
    /// The certificate's time is over, or has not come yet.
    case validity
    /// Nobody who is trusted has signed the certificate.
    case authority
    /// The certificate is another host's.
    case hostName
    /// The certificate is valid, and its key is none of those that the app insists on.
    case pin
    /// The two sides agree on no version or cipher, the peer speaks no TLS, or it wants a certificate of this client.
    case handshake
    /// The certificate was refused, and the stack does not say for which reason.
    case certificate
}
