import Foundation
public import HTTPTypes
import Primitives

/// The target URI of a request (RFC 9110 section 7.1), without credentials and fragment.
public struct RequestTarget: Sendable, Hashable, Codable {
    /// The scheme in lower case: `http` or `https`.
    public let scheme: String
    /// Host and port in lower case; the port is left out if it is the scheme's default.
    public let authority: String
    /// Path and query as sent; `/` if empty.
    public let path: String

    /// Creates a target from its parts, which this initializer normalizes.
    public init(scheme: String, authority: String, path: String) {
        self.scheme = scheme.isLowerCaseASCII ? scheme : scheme.lowercased()
        var authority = authority.isLowerCaseASCII ? authority : authority.lowercased()
        let defaultPort = self.scheme == "https" ? ":443" : ":80"
        if authority.utf8.suffix(defaultPort.utf8.count).elementsEqual(defaultPort.utf8) {
            authority.removeLast(defaultPort.count)
        }
        self.authority = authority
        self.path = path.isEmpty ? "/" : path
    }

    /// A target of `origin`, whose parts are normalized already.
    init(_ origin: Origin, path: String) {
        scheme = origin.scheme
        authority = origin.authority
        self.path = path.isEmpty ? "/" : path
    }

    /// The target of a reference in a response to a request for `base` (RFC 3986 section 5.2); `nil` if it is not a
    /// URI of a server.
    package init?(_ reference: String, from base: RequestTarget) {
        guard let reference = URIReference(reference), let base = URIReference(base.text) else { return nil }
        let target = reference.resolved(against: base)
        guard let scheme = target.scheme, let authority = target.authority, !authority.isEmpty else { return nil }
        self.init(scheme: scheme, authority: authority, path: target.requestPath)
    }

    package var text: String { "\(scheme)://\(authority)\(path)" }

    package func isOfSameOrigin(as other: RequestTarget) -> Bool {
        scheme == other.scheme && authority == other.authority
    }

    /// The target of `request`; `nil` if it has no scheme or authority.
    public init?(_ request: HTTPRequest) {
        guard let scheme = request.scheme, let authority = request.authority else { return nil }
        self.init(scheme: scheme, authority: authority, path: request.path ?? "/")
    }
}

extension String {
    /// Whether lowercasing would change nothing, as for nearly every scheme and host.
    fileprivate var isLowerCaseASCII: Bool {
        utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension HTTPRequest {
    /// Scheme, host and port; `nil` for a request without scheme or authority.
    var origin: Origin? {
        guard let scheme, let authority else { return nil }
        return URL(string: "\(scheme)://\(authority)").flatMap { Origin($0) }
    }
}
