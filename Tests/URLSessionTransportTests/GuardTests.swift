import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import RawSocketServer
import Testing
import URLSessionTransport

@Suite("Guards against URLSession's hangs and changes", .timeLimit(.minutes(10)))
struct GuardTests {
    @Test(
        "a 401 response is returned completely, whatever challenge it contains",
        arguments: [
            "Basic realm=\"x\"", "Basic", "Digest realm=\"x\", nonce=\"1\"", "Bearer", "Bearer, Basic realm=\"x\"",
            "Negotiate", "",
        ])
    func challenges(offer: String) async throws {
        try await RawSocketServer.withServer { server in
            server.serve("HTTP/1.1 401 No\r\nWWW-Authenticate: \(offer)\r\nContent-Length: 4\r\n\r\nnope")
            try await URLSessionTransport.withTransport { transport in
                for fields: HTTPFields in [[:], [.authorization: "Basic YTpi"]] {
                    let request = server.request(fields: fields)
                    let response = try await transport.send(request, body: .empty)
                    #expect(response.head.status == .unauthorized)
                    #expect(response.head.headerFields[.wwwAuthenticate] ?? "" == offer)
                    #expect(try await response.body.collect(upTo: 4) == Data("nope".utf8))
                }
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test(
        "a redirect response is returned unchanged, whatever its Location",
        arguments: ["/x", "?x=1", "//", "//[", "http:", "mailto:x", "/a?b=%zz", "a b", "http://[::1", ":", "%", ""])
    func locations(location: String) async throws {
        try await RawSocketServer.withServer { server in
            server.serve("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
            try await URLSessionTransport.withTransport { transport in
                let response = try await transport.get(from: server)
                #expect(response.head.status == .found)
                #expect(response.head.headerFields[.location] ?? "" == location)
                #expect(try await response.body.collect(upTo: 4).isEmpty)
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test("a redirect without Location is returned, and its body is reported missing if it had one")
    func redirectWithoutLocation() async throws {
        try await RawSocketServer.withServer { server in
            try await URLSessionTransport.withTransport { transport in
                server.serve("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")
                #expect(try await transport.get(from: server).head.status == .found)
                server.serve("HTTP/1.1 302 Found\r\nContent-Length: 4\r\n\r\nnope")
                let response = try await transport.get(from: server)
                #expect(response.head.status == .found)
                #if canImport(FoundationNetworking)
                await #expect(throws: TransportError.truncatedResponse) { try await response.body.collect(upTo: 4) }
                #endif
            }
        }
    }

    @Test("only fields of the framing are added, and Connection: close, so that nothing is sent twice unnoticed")
    func fields() async throws {
        try await RawSocketServer.withServer { server in
            server.serve("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            try await URLSessionTransport.withTransport { transport in
                _ = try await transport.send(server.request(.post), body: .data(Data("x".utf8)))
            }
            #if canImport(FoundationNetworking)
            #expect(server.requests.map { $0.values("Connection") } == [["close"]])
            let names = try #require(server.requests.first).fields.map { $0.name.lowercased() }
            #expect(names.sorted() == ["accept-encoding", "connection", "content-length", "host"])
            #endif
        }
    }

    @Test(
        "a request that URLSession would change is rejected before anything is sent",
        arguments: [
            ("http", "server", "/", "x"), ("http", "server", "/a/../b", ""), ("http", "server", "/a/%2E%2e/b", ""),
            ("http", "server", "/a b", ""), ("http", "server", "*", ""), ("http", "server", "/?a=%C3%A9&b=%zz", ""),
            ("http", "127.0.0.1:0", "/", ""), ("http", "127.0.0.1:99999999999999999999", "/", ""),
            ("ftp", "server", "/", ""), ("http", "a:b@server", "/", ""),
        ])
    func unsendable(scheme: String, authority: String, path: String, body: String) async throws {
        try await RawSocketServer.withServer { server in
            let request = HTTPRequest(
                method: .get, scheme: scheme, authority: authority.replacing("server", with: server.authority),
                path: path)
            await URLSessionTransport.withTransport { transport in
                let error = await #expect(throws: TransportError.self) {
                    try await transport.send(request, body: .data(Data(body.utf8)))
                }
                guard case .unsendable = error else {
                    Issue.record("expected unsendable, got \(String(describing: error))")
                    return
                }
            }
            #expect(server.connectionCount == 0)
        }
    }
}
