/// Why a ``TrustPolicy`` can't be made or kept. Each says what to do about it.
public enum TrustPolicyError: Error, Sendable, Equatable {
    /// A PEM file holds no certificate.
    case noCertificate
    /// The bytes of a certificate are damaged, or are something else.
    case notACertificate
    /// Not `sha256/` and 32 bytes in base64.
    case notAPin(String)
    /// Not one name or address.
    case notAHost(String)
    /// A set without any pin would refuse every server.
    case noPin(String)
    /// A set with one pin, whose loss locks the app out.
    case noBackupPin(String)
    /// Addresses have no subdomains.
    case subdomainsOfAddress(String)
    /// Keys are pinned by their SHA-256, and the transport was given another algorithm, or none.
    case pinsNeedSHA256(given: String?)
    /// The transport can trust the system alone where it runs, and another one must be used.
    case unsupported(by: String, use: String)
}

extension TrustPolicyError: CustomStringConvertible {
    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .noCertificate:
            "No certificate was found. A PEM file has it between the lines -----BEGIN CERTIFICATE----- and "
                + "-----END CERTIFICATE-----; for a file in DER, use RootCertificate(der:)."
        case .notACertificate:
            "A certificate can't be read. Export it again, as X.509 in PEM or DER; a private key or a PKCS #12 file is none."
        case .notAPin(let text):
            "“\(text)” is not a pin. Write sha256/ and the base64 of the SHA-256 of the key's SubjectPublicKeyInfo, "
                + "44 characters that end with “=”."
        case .notAHost(let text):
            "“\(text)” is not a host. Write one name or address, without scheme, port, path, brackets or wildcard; a name "
                + "with other letters than ASCII's in its xn-- form."
        case .noPin(let host):
            "No keys are given for \(host). Give two, or leave the host out of the pins."
        case .noBackupPin(let host):
            "One key alone is given for \(host): once the server loses it, this app can't reach the server any more. Add "
                + "the pin of a backup key, or say acceptingNoBackup: true."
        case .subdomainsOfAddress(let host):
            "\(host) is an address, which has no subdomains. Leave includingSubdomains out."
        case .pinsNeedSHA256(let given):
            "Pins are compared with the SHA-256 of a key, and the transport was given \(given ?? "nothing") to compute "
                + "it. Give it a hashing whose algorithm is sha-256, such as SHA256Hashing of Digests."
        case .unsupported(let transport, let other):
            "\(transport) can't keep this policy here: it is not asked what it thinks of a server's certificate. Use "
                + "\(other), or leave roots, pins and development hosts out."
        }
    }
}
