import HTTPTypes
import Networking
import Primitives
import TransportSecurity

/// Where a request goes, as far as connections are concerned.
struct Destination: Hashable {
    let isSecure: Bool
    /// Lower case; an address in its usual spelling, IPv6 without brackets.
    let host: String
    /// The scheme's own if the authority has none.
    let port: Int

    /// Throws where HTTP/1.1 has no form for the request.
    init(of request: HTTPRequest) throws(TransportError) {
        guard let scheme = request.scheme, scheme == "http" || scheme == "https", let authority = request.authority,
            !authority.utf8.contains(UInt8(ascii: "@"))
        else { throw .unsendable(reason: "A request needs an http or https scheme and a plain authority.") }
        // Encoding such a byte could change the meaning of the whole target, so the caller has to decide.
        guard request.path?.hasOnlyWholeEscapes ?? true else {
            throw .unsendable(
                reason: "Its path or query has a % without two hexadecimal digits. Write %25 for a % itself.")
        }
        isSecure = scheme == "https"
        do {
            let parsed = try Authority(authority)
            // One server has one pool and one set of pins, however its address is spelled.
            host = IPAddress(parsed.host)?.description ?? parsed.host
            port = parsed.port ?? (isSecure ? 443 : 80)
        } catch {
            throw .unsendable(reason: "Its address must \(error.requirement)")
        }
    }
}
