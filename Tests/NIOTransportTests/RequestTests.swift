import EngineTestSupport
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Networking
import RawSocketServer
import Testing

@testable import NIOTransport

@Suite("HTTP/1.1 requests")
struct RequestTests {
    @Test("a head has the path unchanged, and the authority as its first field, which no Host of the request replaces")
    func host() throws {
        let name = try #require(HTTPField.Name("Host"))
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "[::1]:8080", path: "/%C3%A9/%2f?a=%c3%A9&b=%25zz",
            headerFields: [.accept: "*/*", name: "elsewhere.example"])
        let head = try head(request)
        #expect(head.uri == "/%C3%A9/%2f?a=%c3%A9&b=%25zz")
        #expect(head.headers.first?.name == "Host")
        #expect(head.headers["host"] == ["[::1]:8080"])
        #expect(head.headers["Accept"] == ["*/*"])
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

@Suite("Destinations of requests", .timeLimit(.minutes(10)))
struct DestinationTests {
    @Test(
        "a server has one host and port in every spelling of its address, while Host is spelled as in the request",
        arguments: [
            ("http", "A.example", "a.example", 80), ("https", "a.example:", "a.example", 443),
            ("https", "A.example:8443", "a.example", 8443), ("http", "[::1]", "::1", 80),
            ("https", "127.1", "127.0.0.1", 443), ("http", "2130706433:8080", "127.0.0.1", 8_080),
            ("https", "[::FFFF:127.0.0.1]:1", "127.0.0.1", 1), ("http", "[0:0:0:0:0:0:0:1]:65535", "::1", 65_535),
        ])
    func hosts(scheme: String, authority: String, host: String, port: Int) throws {
        let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
        let destination = try Destination(of: request)
        #expect(destination.isSecure == (scheme == "https"))
        #expect(destination.host == host)
        #expect(destination.port == port)
        #expect(try HTTPRequestHead(request, body: .empty).headers["Host"] == [authority])
    }

    private static func get(_ authority: String?, _ path: String? = "/", scheme: String? = "http") -> HTTPRequest {
        HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
    }

    @Test(
        "a request that is ambiguous, or that HTTP/1.1 can't represent, is rejected before anything is sent",
        arguments: [
            (get("a.example", scheme: nil), ""), (get("a.example", scheme: "ftp"), ""), (get(nil, scheme: "https"), ""),
            (get("user:secret@a.example"), ""), (get("a.example", nil), ""), (get("secret.example:0"), "port"),
            (get("secret.example:65536"), "port"), (get("127.0.0.1:99999999999999999999"), "port"),
            (get("127.0.0.1:+80"), "port"), (get("secret%2Eexample"), "host"), (get("secrét.example"), "xn--"),
            (get("[::1%25lo]"), "host"), (get("server", "/?secret=%C3%A9&b=%zz"), "%25"), (get("server", "/%"), "%25"),
            (get("server", "/secret HTTP/1.1"), ""), (get("server", "/\r\nX-Injected: secret"), ""),
            (HTTPRequest(method: .options, scheme: "http", authority: "server", path: "*"), ""),
            (HTTPRequest(method: .connect, scheme: "http", authority: "server", path: "/"), ""),
        ])
    func refused(request: HTTPRequest, words: String) async throws {
        try await RawSocketServer.withServer { server in
            await NIOTransport.withTransport { transport in
                var request = request
                if request.authority == "server" { request.authority = server.authority }
                let error = await #expect(throws: TransportError.self) {
                    try await transport.send(request, body: .empty)
                }
                guard case .unsendable(let reason) = error else {
                    Issue.record("expected an unsendable request, got \(String(describing: error))")
                    return
                }
                #expect(words.isEmpty || reason.contains(words))
                #expect(!reason.contains("secr"))
            }
            #expect(server.connectionCount == 0)
        }
    }

    @Test("a body that ignores cancellation is not read on after the end of its call", .timeLimit(.minutes(10)))
    func longBody() async throws {
        let (begun, end, quiet, watch) = (Gate(isOpen: true), Gate(isOpen: true), Gate(), BodyWatch())
        try await RawSocketServer.withServer { server in
            // The body waits for the server, which reads nothing after the head.
            server.serve { connection in
                _ = try await connection.receiveHead()
                await quiet.pass()
            }
            await NIOTransport.withTransport { transport in
                let pieces = Array(repeating: ScriptedBytes.Step.piece(Data(repeating: 7, count: 65_536)), count: 2_000)
                let steps = [pieces[0], .pass(begun)] + pieces + [.pass(end)]
                let body = RequestBody.Streamed(length: nil, isReplayable: false) {
                    ByteStream(ScriptedBytes(steps, watchedBy: watch))
                }
                let request = HTTPRequest(method: .put, scheme: "http", authority: server.authority, path: "/")
                let call = Task { try await transport.send(request, body: .stream(body)) }
                await begun.waitForArrivals(1)
                call.cancel()
                await #expect(throws: TransportError.cancelled) { try await call.value }
                while watch.isHeld { await Task.yield() }
                #expect(end.arrivals == 0)
            }
            quiet.open()
        }
    }
}
