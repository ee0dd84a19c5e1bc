import HTTPTypes
import Networking

/// Where a request goes, as far as connections are concerned.
struct Destination: Equatable {
    let isSecure: Bool
    /// Lower case; an IPv6 address without its brackets.
    let host: String
    /// With the port, as it stands in the client's URL.
    let authority: String

    /// Throws where HTTP/1.1 has no form for the request.
    init(of request: HTTPRequest) throws(TransportError) {
        guard let scheme = request.scheme, scheme == "http" || scheme == "https", let authority = request.authority,
            !authority.utf8.contains(UInt8(ascii: "@"))
        else { throw .unsendable(reason: "A request needs an http or https scheme and a plain authority.") }
        isSecure = scheme == "https"
        // The colons of an IPv6 address stand in brackets (RFC 3986 section 3.2.2).
        let colon = authority.lastIndex(of: ":")
        let hasPort = colon.map { !authority[$0...].contains("]") } ?? false
        let name = hasPort ? authority.prefix(upTo: colon ?? authority.endIndex) : authority[...]
        host = (name.hasPrefix("[") && name.hasSuffix("]") ? name.dropFirst().dropLast() : name).lowercased()
        guard !host.isEmpty else { throw .unsendable(reason: "A request needs a host.") }
        self.authority = isSecure && !hasPort ? "\(authority):443" : authority
    }
}
