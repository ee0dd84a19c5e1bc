import AsyncHTTPClient
import HTTPTypes
import NIOHTTP1
import Networking

extension HTTPClientRequest {
    /// The client's form of a request; throws where HTTP/1.1 has none for it.
    init(_ request: HTTPRequest, to destination: Destination, body: Body?) throws(TransportError) {
        self.init(url: try destination.url(for: request))
        method = HTTPMethod(rawValue: request.method.rawValue)
        headers = HTTPHeaders(request, authority: request.authority ?? destination.authority)
        self.body = body
    }
}

extension HTTPClient.Request {
    /// The client's form of a request for its callbacks; throws where HTTP/1.1 has none for it.
    init(_ request: HTTPRequest, to destination: Destination, body: HTTPClient.Body?) throws {
        try self.init(
            url: destination.url(for: request), method: HTTPMethod(rawValue: request.method.rawValue),
            headers: HTTPHeaders(request, authority: request.authority ?? destination.authority), body: body)
    }
}

extension Destination {
    fileprivate func url(for request: HTTPRequest) throws(TransportError) -> String {
        guard let path = request.path, path.utf8.first == UInt8(ascii: "/") else {
            throw .unsendable(reason: "A request needs an absolute path.")
        }
        return "\(Self.innerScheme)://\(authority)\(path)"
    }

    /// The client is asked for plain HTTP by secure destinations too: see ``SecureConnections``.
    private static var innerScheme: String { "http" }
}

extension HTTPHeaders {
    /// All fields of `request` in their order, duplicates included, behind Host (RFC 9110 section 7.2 wants it first).
    fileprivate init(_ request: HTTPRequest, authority: String) {
        var fields: [(String, String)] = []
        fields.reserveCapacity(request.headerFields.count + 2)
        fields.append(("Host", authority))
        var acceptsEncodings = false
        var hasCookie = false
        for field in request.headerFields {
            switch field.name.canonicalName {
            case "host":
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
        self.init(fields)
    }

    /// What the client can decode. A range counts bytes of the encoded body, so it is asked for without encoding, and so is
    /// HEAD, whose Content-Length then is the one that a range needs.
    private static func decodable(_ request: HTTPRequest) -> String {
        request.method == .head || request.headerFields.contains(.range) ? "identity" : "gzip, deflate"
    }
}
