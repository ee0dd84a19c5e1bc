public import Foundation

/// Scheme, host and port: the unit to which credentials are bound (RFC 6454).
///
/// Two URLs share an origin when all three agree after case folding and with the scheme's default port filled in, so
/// `https://API.example.com` and `https://api.example.com:443/v2` are one origin, and `http://…` is another.
public struct Origin: Sendable, Hashable {
    /// Lower case: `http` or `https`.
    public let scheme: String
    /// Lower case; an IPv6 literal without its brackets.
    public let host: String
    /// Never absent: the scheme's default where the URL names none.
    public let port: Int
    /// Host and port as a request names them: the port stands only where it is not the scheme's default.
    public let authority: String

    /// The origin of an absolute `http` or `https` URL, or `nil` for anything else: other schemes have no origin that
    /// a credential could be bound to, and no port is above 65,535.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPorts[scheme],
            let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty
        else { return nil }
        // A larger number is cut to another port by some of those who connect, and traps in others.
        let port = url.port ?? defaultPort
        guard (1...65_535).contains(port) else { return nil }
        self.scheme = scheme
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        self.port = port
        let bracketed = self.host.contains(":") ? "[\(self.host)]" : self.host
        self.authority = self.port == defaultPort ? bracketed : "\(bracketed):\(self.port)"
    }

    private static let defaultPorts = ["http": 80, "https": 443]

    // The authority says what host and port do, and every call hashes its origin: one text instead of three.

    public static func == (one: Origin, other: Origin) -> Bool {
        one.authority == other.authority && one.scheme == other.scheme
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(authority)
    }
}

extension Origin: CustomStringConvertible {
    /// The serialisation of RFC 6454 section 6.2.
    public var description: String { "\(scheme)://\(authority)" }
}
