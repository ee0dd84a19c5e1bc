import Foundation
import Networking
import Primitives

/// An absolute link in a server's response.
struct ServerLink {
    /// Where the link leads.
    let origin: Origin
    /// Path and query with the server's own percent-encoding. Characters that no URL contains are encoded.
    let path: EndpointPath

    /// Parses `text`, and drops its fragment; `nil` unless it is an absolute `http` or `https` URL without a user name.
    init?(_ text: String) {
        guard let reference = URIReference(text), let scheme = reference.scheme, let authority = reference.authority,
            !authority.contains("@"), reference.requestPath.hasOnlyWholeEscapes,
            let origin = URL(string: "\(scheme)://\(authority)").flatMap(Origin.init)
        else { return nil }
        self.init(origin: origin, path: EndpointPath(encoded: reference.requestPath))
    }

    private init(origin: Origin, path: EndpointPath) {
        self.origin = origin
        self.path = path
    }

    /// The same link for a client of the API at `api`; `nil` if the link leads to another server.
    ///
    /// A server behind a proxy that ends TLS often writes `http` links, and an `http` API may have redirected to
    /// `https`. An `http` and an `https` address count as the same server if the host is the same and the ports are
    /// equal, or each is its scheme's default. The result is never less secure than the API's address.
    func within(_ api: Origin) -> ServerLink? {
        if origin == api { return self }
        guard origin.host == api.host, origin.port == api.port || origin.hasDefaultPort && api.hasDefaultPort else {
            return nil
        }
        return ServerLink(origin: api.scheme == "https" ? api : origin, path: path)
    }
}

extension Origin {
    fileprivate var hasDefaultPort: Bool { port == (scheme == "https" ? 443 : 80) }
}
