import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Networking
import TestSupport
import Testing

@testable import NIOTransport

@Suite("HTTP/1.1 requests")
struct RequestTests {
    @Test(
        "a request that HTTP/1.1 can't represent is rejected",
        arguments: [
            HTTPRequest(method: .get, scheme: nil, authority: "a.example", path: "/"),
            HTTPRequest(method: .get, scheme: "ftp", authority: "a.example", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: nil, path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "user:secret@a.example", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: nil),
            HTTPRequest(method: .get, scheme: "http", authority: "secret.example:65536", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "secret.example:99999999999999999999", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "secret.example:0", path: "/"),
            HTTPRequest(method: .options, scheme: "https", authority: "a.example", path: "*"),
            HTTPRequest(method: .connect, scheme: "https", authority: "a.example", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/secret HTTP/1.1"),
            HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/\r\nX-Injected: secret"),
        ])
    func refused(request: HTTPRequest) {
        let error = #expect(throws: TransportError.self) { try head(request) }
        guard case .unsendable(let reason) = error else {
            Issue.record("expected an unsendable request, got \(String(describing: error))")
            return
        }
        #expect(!reason.contains("secret"))
    }

    @Test("Host is the URL's authority and comes first, and a Host field of the request does not replace it")
    func host() throws {
        let name = try #require(HTTPField.Name("Host"))
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "[::1]:8080", path: "/a?b",
            headerFields: [.accept: "*/*", name: "elsewhere.example"])
        let head = try head(request)
        #expect(head.uri == "/a?b")
        #expect(head.headers.first?.name == "Host")
        #expect(head.headers["host"] == ["[::1]:8080"])
        #expect(head.headers["Accept"] == ["*/*"])
    }

    @Test(
        "a destination has a lower-case host and a port, while Host is spelled as in the request",
        arguments: [
            ("https", "a.example", "a.example", 443), ("http", "a.example", "a.example", 80),
            ("https", "A.example:8443", "a.example", 8443), ("https", "a.example:", "a.example", 443),
            ("http", "[::1]", "::1", 80), ("https", "[::1]:8443", "::1", 8443),
        ])
    func destination(scheme: String, authority: String, host: String, port: Int) throws {
        let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
        let destination = try Destination(of: request)
        #expect(destination.isSecure == (scheme == "https"))
        #expect(destination.host == host)
        #expect(destination.port == port)
        let head = try head(request)
        #expect(head.headers["Host"] == [authority])
    }

    @Test("only the body determines the framing, whatever the request's header fields")
    func framing() throws {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "a.example", path: "/")
        request.headerFields = [.contentLength: "7", .transferEncoding: "gzip, chunked"]
        let known = try head(request, .bytes(ByteBuffer(string: "four")))
        #expect(known.headers["Content-Length"] == ["4"])
        #expect(known.headers["Transfer-Encoding"].isEmpty)
        let body = RequestBody.Streamed(length: nil, isReplayable: true) { ByteStream(Data()) }
        let unknown = try head(request, .stream(body))
        #expect(unknown.headers["Content-Length"].isEmpty)
        #expect(unknown.headers["Transfer-Encoding"] == ["chunked"])
    }

    private func head(_ request: HTTPRequest, _ body: RequestContent = .empty) throws -> HTTPRequestHead {
        _ = try Destination(of: request)
        return try HTTPRequestHead(request, body: body)
    }
}
