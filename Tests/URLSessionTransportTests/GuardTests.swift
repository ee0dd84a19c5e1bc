import Foundation
import HTTPTypes
import Networking
import RawSocketServer
import TestSupport
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

    @Test("no connection is reused, so that URLSession can't send a request twice unnoticed")
    func connections() async throws {
        try await RawSocketServer.withServer { server in
            server.serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            try await URLSessionTransport.withTransport { transport in
                _ = try await transport.send(server.request(.post), body: .data(Data("x".utf8))).body.collect(upTo: 2)
            }
            #if canImport(FoundationNetworking)
            #expect(server.requests.map { $0.values("Connection") } == [["close"]])
            #endif
        }
    }

    @Test("no header field is added to the request")
    func fields() async throws {
        try await RawSocketServer.withServer { server in
            server.serve("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            try await URLSessionTransport.withTransport { transport in
                _ = try await transport.send(server.request(.post), body: .data(Data("x".utf8)))
            }
            #if canImport(FoundationNetworking)
            let names = try #require(server.requests.first).fields.map { $0.name.lowercased() }
            #expect(names.sorted() == ["accept-encoding", "connection", "content-length", "host"])
            #endif
        }
    }

    @Test("a request that URLSession would change is rejected before anything is sent")
    func unsendable() async throws {
        try await RawSocketServer.withServer { server in
            await URLSessionTransport.withTransport { transport in
                let requests: [(HTTPRequest, RequestBody)] = [
                    (server.request(), .data(Data("x".utf8))),
                    (server.request(path: "/a/../b"), .empty), (server.request(path: "/a/%2E%2e/b"), .empty),
                    (server.request(path: "/a b"), .empty), (server.request(path: "*"), .empty),
                    (server.request(path: "/?a=%C3%A9&b=%zz"), .empty),
                    (HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:0", path: "/"), .empty),
                    (
                        HTTPRequest(
                            method: .get, scheme: "http", authority: "127.0.0.1:99999999999999999999", path: "/"),
                        .empty
                    ),
                    (HTTPRequest(method: .get, scheme: "ftp", authority: server.authority, path: "/"), .empty),
                    (
                        HTTPRequest(method: .get, scheme: "http", authority: "a:b@\(server.authority)", path: "/"),
                        .empty
                    ),
                ]
                for (request, body) in requests {
                    let error = await #expect(throws: TransportError.self) {
                        try await transport.send(request, body: body)
                    }
                    guard case .unsendable = error else {
                        Issue.record("expected unsendable, got \(String(describing: error)) for \(request)")
                        continue
                    }
                }
            }
            #expect(server.connectionCount == 0)
        }
    }
}
