/// Why a ``TrustPolicy`` can't be created, or can't be enforced by a transport. Each description says what to do.
public enum TrustPolicyError: Error, Sendable, Equatable {
    /// A PEM file contains no certificate.
    case noCertificate
    /// The bytes are malformed, or are not a certificate.
    case notACertificate
    /// This text is not a pin, which is `sha256/` and 32 bytes in base64.
    case notAPin(String)
    /// This text is not one host name or address.
    case notAHost(String)
    /// The set of this host has no pin, so it would refuse every server.
    case noPin(String)
    /// The set of this host has only one pin. If the server lost that key, the app could no longer connect.
    case noBackupPin(String)
    /// The set of this IP address includes subdomains, which addresses do not have.
    case subdomainsOfAddress(String)
    /// Pins require SHA-256, and the transport was given another algorithm, or none.
    case pinsNeedSHA256(given: String?)
    /// The transport `by` can't enforce this policy on this platform. Use the transport `use` instead.
    case unsupported(by: String, use: String)
    /// The client's certificate or its key can't be read, or they do not belong together.
    case notAClientCertificate
    /// The transport `by` has no client certificates. Use the transport `use` instead.
    case noClientCertificates(by: String, use: String)
}

extension TrustPolicyError: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    public var description: String {
        switch self {
        case .noCertificate:
            "No certificate was found. In a PEM file it is between the lines -----BEGIN CERTIFICATE----- and "
                + "-----END CERTIFICATE-----; for a file in DER, use RootCertificate(der:)."
        case .notACertificate:
            "A certificate can't be read. Export it again as X.509 in PEM or DER, not as a private key or PKCS #12 file."
        case .notAPin(let text):
            "“\(text)” is not a pin. Write sha256/ and the base64 of the SHA-256 of the key's SubjectPublicKeyInfo, "
                + "which are 44 characters that end with “=”."
        case .notAHost(let text):
            "“\(text)” is not a host. Write one name or address, without scheme, port, path, brackets or wildcard. Use "
                + "the xn-- form for a name with letters outside ASCII."
        case .noPin(let host):
            "The pins for \(host) have no keys. Add at least two keys, or remove the host from the pins."
        case .noBackupPin(let host):
            "The pins for \(host) have only one key. If the server loses it, this app can no longer connect. Add "
                + "the pin of a backup key, or pass acceptingNoBackup: true."
        case .subdomainsOfAddress(let host):
            "\(host) is an address, which has no subdomains. Remove includingSubdomains."
        case .pinsNeedSHA256(let given):
            "Pins require SHA-256, but the transport was given \(given ?? "nothing"). "
                + "Pass a ContentHashing with the algorithm sha-256, such as SHA256Hashing from the module Digests."
        case .unsupported(let transport, let other):
            "\(transport) can't enforce this policy on this platform, because it can't check a server's certificate. Use "
                + "\(other), or remove roots, pins and development hosts."
        case .notAClientCertificate:
            "The client certificate can't be used. Check that certificate and key are in PEM, that the key is the "
                + "certificate's own, and that it has no passphrase."
        case .noClientCertificates(let transport, let other):
            "\(transport) has no client certificates. Use \(other), or remove the client certificate."
        }
    }
}
