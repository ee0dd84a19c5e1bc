import Foundation

/// The fingerprint of a server's public key: SHA-256 over its SubjectPublicKeyInfo, as in RFC 7469 section 2.4.
///
/// The pin stays valid for a new certificate with the same key. This command prints it for a certificate file:
///
/// ```sh
/// openssl x509 -in server.pem -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64
/// ```
public struct KeyPin: Sendable, Hashable {
    /// The SHA-256 digest, 32 bytes.
    public let digest: [UInt8]

    /// - Parameter text: `sha256/` and 32 bytes in base64, the format that curl, OkHttp and Alamofire use.
    public init(_ text: String) throws(TrustPolicyError) {
        guard text.hasPrefix(Self.prefix), let digest = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            digest.count == 32
        else { throw .notAPin(text) }
        self.digest = Array(digest)
    }

    /// The pin with this digest; `nil` unless it is 32 bytes long.
    public init?(digest: [UInt8]) {
        guard digest.count == 32 else { return nil }
        self.digest = digest
    }

    /// The digest algorithm's name in the registry of RFC 9530 section 7.2.
    package static var algorithm: String { "sha-256" }

    private static var prefix: String { "sha256/" }
}

extension KeyPin: CustomStringConvertible {
    public var description: String { Self.prefix + Data(digest).base64EncodedString() }
}
