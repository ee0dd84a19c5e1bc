import HTTPTypes
import Networking
import RawSocketServer
import TestSupport
import Testing

@testable import NIOTransport

@Suite("Destinations of requests", .timeLimit(.minutes(10)))
struct DestinationTests {
    @Test(
        "a server has one host and port, in every spelling of its address",
        arguments: [
            ("http", "A.example", "a.example", 80), ("https", "a.example:", "a.example", 443),
            ("https", "127.1", "127.0.0.1", 443), ("http", "2130706433:8080", "127.0.0.1", 8_080),
            ("https", "[::FFFF:127.0.0.1]:1", "127.0.0.1", 1), ("http", "[0:0:0:0:0:0:0:1]:65535", "::1", 65_535),
        ])
    func hosts(scheme: String, authority: String, host: String, port: Int) throws {
        let destination = try Destination(
            of: HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/"))
        #expect(destination.host == host)
        #expect(destination.port == port)
    }

    @Test(
        "an ambiguous address or target is rejected before anything is sent",
        arguments: [
            ("secret.example:0", "/", "port"), ("secret.example:65536", "/", "port"),
            ("127.0.0.1:99999999999999999999", "/", "port"), ("127.0.0.1:+80", "/", "port"),
            ("secret%2Eexample", "/", "host"), ("secrét.example", "/", "xn--"), ("[::1%25lo]", "/", "host"),
            ("", "/?secret=%C3%A9&b=%zz", "%25"), ("", "/%", "%25"),
        ])
    func refused(authority: String, path: String, words: String) async throws {
        try await RawSocketServer.withServer { server in
            await NIOTransport.withTransport { transport in
                let request = HTTPRequest(
                    method: .get, scheme: "http", authority: authority.isEmpty ? server.authority : authority,
                    path: path)
                let error = await #expect(throws: TransportError.self) {
                    try await transport.send(request, body: .empty)
                }
                guard case .unsendable(let reason) = error else {
                    Issue.record("expected an unsendable request, got \(String(describing: error))")
                    return
                }
                #expect(reason.contains(words))
                #expect(!reason.contains("secr"))
            }
            #expect(server.connectionCount == 0)
        }
    }

    @Test("percent-encoded characters are sent unchanged")
    func escapes() async throws {
        try await RawSocketServer.withServer { server in
            server.serve("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let path = "/%C3%A9/%2f?a=%c3%A9&b=%25zz"
            try await NIOTransport.withTransport { transport in
                let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: path)
                _ = try await transport.send(request, body: .empty)
            }
            #expect(server.requests.map(\.line) == ["GET \(path) HTTP/1.1"])
        }
    }
}
