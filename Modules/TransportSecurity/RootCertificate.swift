public import Foundation

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

/// The certificate of an authority that an app trusts (X.509, RFC 5280).
///
/// This type only checks that the bytes are one DER sequence. The transport parses the certificate when it is created.
public struct RootCertificate: Sendable, Hashable {
    /// The certificate in DER.
    public let der: Data

    /// - Parameter der: exactly one certificate in DER.
    public init(der: Data) throws(TrustPolicyError) {
        guard Self.isOneSequence(der) else { throw .notACertificate }
        self.der = der
    }

    /// All certificates of a PEM file in their order (RFC 7468). Text between them is skipped.
    ///
    /// Throws if there is none, or if one is malformed: a partly loaded bundle would fail much later, and only on some
    /// servers.
    public static func parse(pem: Data) throws(TrustPolicyError) -> [RootCertificate] {
        var certificates: [RootCertificate] = []
        var lines: [String]?
        for line in String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            switch (line, lines) {
            case ("-----BEGIN CERTIFICATE-----", nil):
                lines = []
            case ("-----END CERTIFICATE-----", let text?):
                guard let der = Data(base64Encoded: text.joined()) else { throw .notACertificate }
                certificates.append(try RootCertificate(der: der))
                lines = nil
            case (_, let text?):
                lines = text + [line]
            case (_, nil):
                continue
            }
        }
        guard lines == nil else { throw .notACertificate }
        guard !certificates.isEmpty else { throw .noCertificate }
        return certificates
    }

    private static func isOneSequence(_ der: Data) -> Bool {
        var bytes = Array(der)[...]
        guard let element = DERElement(takenFrom: &bytes) else { return false }
        return element.tag == 0x30 && !element.content.isEmpty && bytes.isEmpty
    }
}
