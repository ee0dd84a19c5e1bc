/// Which check of a secure connection failed, as far as the transport's TLS stack reports it.
public enum SecurityCheck: String, Sendable, Equatable, CaseIterable {
    /// The certificate has expired, or is not valid yet.
    case validity
    /// No trusted authority has signed the certificate.
    case authority
    /// The certificate is for another host.
    case hostName
    /// The certificate is valid, but its key matches no pin of the app.
    case pin
    /// Client and server share no TLS version or cipher, the server does not use TLS, or it requires a client
    /// certificate.
    case handshake
    /// The certificate was refused, and the TLS stack does not report why.
    case certificate
}
