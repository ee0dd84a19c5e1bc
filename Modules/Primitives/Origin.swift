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
    /// a credential could be bound to, and a port is a number from 1 to 65535.
    public init?(_ url: URL) {
        do {
            try self.init(of: url)
        } catch {
            return nil
        }
    }

    /// The same, throwing the reason.
    package init(of url: URL) throws(InvalidAddress) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPorts[scheme] else { throw .scheme }
        // The text, not `url.port`: that is `nil` for a port that overflows, as for none.
        let text = url.absoluteString
        guard let start = text.range(of: "://")?.upperBound else { throw .host }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        let authority = try Authority(text[start..<end].drop(throughLast: "@"))
        // What Foundation reads is what the caller has checked: both must be the same host.
        let host = url.host(percentEncoded: false)?.lowercased()
        guard host == authority.host || host == "[\(authority.host)]" else { throw .host }
        self.scheme = scheme
        self.host = authority.host
        port = authority.port ?? defaultPort
        let bracketed = authority.host.contains(":") ? "[\(authority.host)]" : authority.host
        self.authority = port == defaultPort ? bracketed : "\(bracketed):\(port)"
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

extension Substring {
    /// What follows the last `separator`, or all.
    fileprivate func drop(throughLast separator: Character) -> Substring {
        lastIndex(of: separator).map { self[index(after: $0)...] } ?? self
    }
}
