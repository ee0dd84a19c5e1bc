import HTTPTypes
import NIOHTTP1
import Networking

extension HTTPRequestHead {
    /// A request's head as HTTP/1.1 writes it, with the fields that frame its body; throws if HTTP/1.1 has no form for it.
    init(_ request: HTTPRequest, body: RequestContent) throws(TransportError) {
        guard let path = request.path, path.utf8.first == UInt8(ascii: "/") else {
            throw .unsendable(reason: "A request needs an absolute path.")
        }
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) || $0 >= 0x80 }) else {
            throw .unsendable(reason: "The path or the query has a space or a control character. Encode it.")
        }
        guard request.method != .trace || body.length == 0 else {
            throw .unsendable(reason: "A TRACE request has no body.")
        }
        self.init(
            version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: path,
            headers: HTTPHeaders(request, framing: body))
    }
}

extension HTTPHeaders {
    /// All fields of `request` in their order, duplicates included, behind Host (RFC 9110 section 7.2 wants it first). The
    /// fields that frame the body are the transport's.
    fileprivate init(_ request: HTTPRequest, framing body: RequestContent) {
        var fields: [(String, String)] = []
        fields.reserveCapacity(request.headerFields.count + 3)
        fields.append(("Host", request.authority ?? ""))
        var acceptsEncodings = false
        var hasCookie = false
        for field in request.headerFields {
            switch field.name.canonicalName {
            case "host", "content-length", "transfer-encoding":
                continue
            case "cookie":
                // HTTPTypes splits a Cookie field, and HTTP/1.1 wants exactly one (RFC 6265 section 5.4).
                if !hasCookie, let cookies = request.headerFields[.cookie] {
                    fields.append((field.name.rawName, cookies))
                }
                hasCookie = true
            case "accept-encoding":
                acceptsEncodings = true
                fallthrough
            default:
                fields.append((field.name.rawName, field.value))
            }
        }
        if !acceptsEncodings { fields.append(("Accept-Encoding", Self.decodable(request))) }
        switch body.length {
        case nil: fields.append(("Transfer-Encoding", "chunked"))
        // Methods that expect a body say that there is none (RFC 9110 section 8.6).
        case 0? where ![.post, .put, .patch].contains(request.method): break
        case let length?: fields.append(("Content-Length", String(length)))
        }
        self.init(fields)
    }

    /// What the transport can decode. A range counts bytes of the encoded body, so it is asked for without encoding, and so is
    /// HEAD, whose Content-Length then is the one that a range needs.
    private static func decodable(_ request: HTTPRequest) -> String {
        request.method == .head || request.headerFields.contains(.range) ? "identity" : "gzip, deflate"
    }
}
