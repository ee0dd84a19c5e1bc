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

    /// The origin of an API's base URL, which can have a path, but no user, query or fragment.
    public init(ofBase url: URL) throws(InvalidAddress) {
        try self.init(of: url)
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw .host }
        guard parts.user == nil, parts.password == nil else { throw .user }
        guard parts.query == nil, parts.fragment == nil else { throw .suffix }
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

/// Host and port of a URL (RFC 3986 section 3.2), restricted to forms that all URL parsers read alike.
///
/// It accepts less than the grammar allows. Parsers disagree about percent-encoded hosts, `;` and the like, so a check
/// of the origin and the connection could use different hosts. A port out of range becomes another port in some parsers
/// and traps in others.
package struct Authority: Sendable, Hashable {
    /// The host in lower case; an IPv6 address has no brackets.
    package let host: String
    /// The port, from 1 to 65535; `nil` if the text has none.
    package let port: Int?

    /// Throws unless `text` is an IPv4 address, an IPv6 address in brackets or a name (ASCII letters, digits, dots,
    /// hyphens and underscores), with or without a port.
    package init(_ text: Substring) throws(InvalidAddress) {
        // Bytes are faster than characters, and this runs for every request.
        let bytes = text.utf8
        let end: String.Index
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            let address = text[bytes.index(after: bytes.startIndex)..<bracket]
            // A coarse check: connecting shows whether the address is valid. Zones are refused, as they are local
            // names.
            guard address.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1,
                address.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") })
            else { throw .host }
            host = address.lowercased()
            end = bytes.index(after: bracket)
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard end > bytes.startIndex, bytes[..<end].allSatisfy(Self.isAllowedInName) else { throw .host }
            host = text[..<end].lowercased()
        }
        guard end < bytes.endIndex else {
            port = nil
            return
        }
        guard bytes[end] == UInt8(ascii: ":") else { throw .host }
        let digits = text[bytes.index(after: end)...]
        guard !digits.isEmpty else {
            port = nil
            return
        }
        // `Int` would also accept a sign.
        guard digits.utf8.allSatisfy(Self.isDigit), let port = Int(digits), (1...65_535).contains(port) else {
            throw .port
        }
        self.port = port
    }

    package init(_ text: String) throws(InvalidAddress) {
        try self.init(text[...])
    }

    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// Why no request can be sent to an address.
public enum InvalidAddress: Error, Equatable {
    case scheme, host, port
    /// For a base URL: it has a user name or password, or a query or fragment.
    case user, suffix

    /// The end of a sentence such as "The base URL must …".
    public var requirement: String {
        switch self {
        case .scheme: "be absolute, and begin with http:// or https://."
        case .host: "name a host: an address (IPv6 in brackets), or a name in ASCII (other letters in their xn-- form)."
        case .port: "have a port from 1 to 65535, or none."
        case .user: "not contain a user name or password. Log in instead."
        case .suffix: "not have a query (?) or fragment (#)."
        }
    }
}
