import HTTPTypes
import Networking
import Primitives
import TransportSecurity

/// The server of a request. Requests with equal destinations can use the same connections.
struct Destination: Hashable {
    let isSecure: Bool
    /// A name in lower case, or an address in its canonical form, IPv6 without brackets.
    let host: String
    /// The port of the authority, or the scheme's default.
    let port: Int

    /// Throws if the request can't be sent with HTTP/1.1.
    init(of request: HTTPRequest) throws(TransportError) {
        guard let scheme = request.scheme, scheme == "http" || scheme == "https", let authority = request.authority,
            !authority.utf8.contains(UInt8(ascii: "@"))
        else { throw .unsendable(reason: "A request needs an http or https scheme and a host without a user name.") }
        isSecure = scheme == "https"
        do {
            let parsed = try Authority(authority)
            // All spellings of an address share their connections and pins.
            host = IPAddress(parsed.host)?.description ?? parsed.host
            port = parsed.port ?? (isSecure ? 443 : 80)
        } catch {
            throw .unsendable(reason: "Its address must \(error.requirement)")
        }
    }
}
