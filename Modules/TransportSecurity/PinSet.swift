public import Foundation

/// The pinned keys of a host. A server of that host must have one of them.
///
/// Pin at least two keys: the one in use, and a backup key that is stored offline in case the first is lost. If an app
/// has one pin and the server loses that key, the app refuses the server, and the server can't send it a new pin.
public struct PinSet: Sendable, Equatable {
    let pattern: HostPattern
    /// Whether the set also applies to all subdomains of the host, at any depth.
    public let includesSubdomains: Bool
    /// The pins. One of them must match the key of the server.
    public let keys: [KeyPin]
    /// When the set expires. After that only chain and host name are checked, so that an app without updates still
    /// works after the server's keys were replaced. `nil` for never.
    public let expires: Date?

    /// The host name or address in lower case, without a trailing dot.
    public var host: String { pattern.host }

    /// - Parameters:
    ///   - host: a name in ASCII, or an address (IPv6 without brackets); without port, wildcard or scheme.
    ///   - includingSubdomains: for names only. `example.com` then also matches `a.b.example.com`, but never
    ///     `badexample.com`.
    ///   - keys: at least two different ones.
    ///   - expires: when the set expires; `nil` for never.
    ///   - acceptingNoBackup: allows a single key. If the server loses it, the app can't connect until you update it.
    public init(
        host: String, includingSubdomains: Bool = false, keys: [KeyPin], expires: Date? = nil,
        acceptingNoBackup: Bool = false
    ) throws(TrustPolicyError) {
        pattern = try HostPattern(host)
        guard !(includingSubdomains && pattern.isAddress) else { throw .subdomainsOfAddress(host) }
        let different = Set(keys).count
        guard different > 0 else { throw .noPin(host) }
        guard different > 1 || acceptingNoBackup else { throw .noBackupPin(host) }
        self.includesSubdomains = includingSubdomains
        self.keys = keys
        self.expires = expires
    }

    /// Whether the set applies to `host`, in any spelling that a URL allows.
    func matches(_ host: String) -> Bool {
        pattern.matches(host, includingSubdomains: includesSubdomains)
    }
}

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

/// A host in a policy's rule, normalized so that two spellings of one host are equal.
package struct HostPattern: Sendable, Hashable {
    /// The host in lower case, without a trailing dot; an address in its canonical spelling.
    package let host: String
    package let isAddress: Bool

    init(_ text: String) throws(TrustPolicyError) {
        host = Self.normalized(text)
        isAddress = IPAddress(host) != nil
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard isAddress || labels.allSatisfy(Self.isLabel), !host.isEmpty else { throw .notAHost(text) }
    }

    /// Compares whole labels, so that `badexample.com` is not below `example.com`.
    package func matches(_ other: String, includingSubdomains: Bool = false) -> Bool {
        let other = Self.normalized(other)
        return other == host || includingSubdomains && other.hasSuffix("." + host)
    }

    private static func normalized(_ text: String) -> String {
        let text = text.lowercased()
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        return IPAddress(name)?.description ?? name
    }

    /// Letters, digits, hyphens, and the underscore of some internal names; no wildcard, no port.
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
