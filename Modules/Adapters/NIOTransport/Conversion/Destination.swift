import HTTPTypes
import Networking

/// Where a request goes, as far as connections are concerned.
struct Destination: Hashable {
    let isSecure: Bool
    /// Lower case; an IPv6 address without its brackets.
    let host: String
    let port: Int

    /// Throws where HTTP/1.1 has no form for the request.
    init(of request: HTTPRequest) throws(TransportError) {
        guard let scheme = request.scheme, scheme == "http" || scheme == "https", let authority = request.authority,
            !authority.utf8.contains(UInt8(ascii: "@"))
        else { throw .unsendable(reason: "A request needs an http or https scheme and a plain authority.") }
        isSecure = scheme == "https"
        // The colons of an IPv6 address stand in brackets, and a port may be empty (RFC 3986 section 3.2). Bytes, not
        // characters: every request comes by here.
        let bytes = authority.utf8
        let end = bytes.lastIndex(of: UInt8(ascii: ":")).flatMap { bytes[$0...].contains(UInt8(ascii: "]")) ? nil : $0 }
        let name = authority[..<(end ?? authority.endIndex)]
        let port = end.map { authority[$0...].dropFirst() } ?? ""
        let isBracketed = name.utf8.first == UInt8(ascii: "[") && name.utf8.last == UInt8(ascii: "]")
        host = (isBracketed ? name.dropFirst().dropLast() : name).lowercased()
        guard !host.isEmpty else { throw .unsendable(reason: "A request needs a host.") }
        guard let number = port.isEmpty ? (isSecure ? 443 : 80) : UInt16(port), number > 0 else {
            throw .unsendable(reason: "A port is a number from 1 to 65535.")
        }
        self.port = Int(number)
    }
}
