public import Foundation

/// Scheme, host and port: the unit to which credentials are bound (RFC 6454).
///
/// Two URLs share an origin when all three agree after case folding and with the scheme's default port filled in, so
/// `https://API.example.com` and `https://api.example.com:443/v2` are one origin, and `http://…` is another.
public struct Origin: Sendable, Hashable {
    /// The scheme in lower case: `http` or `https`.
    public let scheme: String
    /// The host in lower case; an IPv6 address has no brackets.
    public let host: String
    /// The URL's port, or the scheme's default port if the URL has none.
    public let port: Int
    /// Host and port as in a request: without the port if it is the scheme's default.
    public let authority: String

    /// The origin of an absolute `http` or `https` URL; `nil` for any other URL, or if the port is not from 1 to 65535.
    public init?(_ url: URL) {
        do {
            try self.init(of: url)
        } catch {
            return nil
        }
    }

    /// The same as ``init(_:)``, but throws the reason instead of returning `nil`.
    package init(of url: URL) throws(InvalidAddress) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPorts[scheme] else { throw .scheme }
        // Reads the text, because `url.port` is `nil` for a port that overflows, too.
        let text = url.absoluteString
        guard let start = text.range(of: "://")?.upperBound else { throw .host }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        let authority = try Authority(text[start..<end].drop(throughLast: "@"))
        // Callers may check the host that Foundation reads, so it must be the authority's host.
        let host = url.host(percentEncoded: false)?.lowercased()
        guard host == authority.host || host == "[\(authority.host)]" else { throw .host }
        self.scheme = scheme
        self.host = authority.host
        port = authority.port ?? defaultPort
        let bracketed = authority.host.contains(":") ? "[\(authority.host)]" : authority.host
        self.authority = port == defaultPort ? bracketed : "\(bracketed):\(port)"
    }

    private static let defaultPorts = ["http": 80, "https": 443]

    // The authority contains host and port. Hashing it alone is faster, and every call hashes its origin.

    public static func == (one: Origin, other: Origin) -> Bool {
        one.authority == other.authority && one.scheme == other.scheme
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(authority)
    }
}

extension Origin: CustomStringConvertible {
    /// The serialization of RFC 6454 section 6.2.
    public var description: String { "\(scheme)://\(authority)" }
}

extension Substring {
    /// The part after the last `separator`, or the whole string if there is none.
    fileprivate func drop(throughLast separator: Character) -> Substring {
        lastIndex(of: separator).map { self[index(after: $0)...] } ?? self
    }
}
