import ContractServers
import Foundation
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import RemoteServices
import TestSupport
import Testing
import TransportSecurity

/// Every connection carries one exchange: URLSession on libcurl makes a new one for each call, and a close in the wrong
/// moment ends its process.
@Suite("Redirects, over sockets", .timeLimit(.minutes(1)))
struct RedirectTests {
    @Test("another origin gets no secret of the first", arguments: EngineTransport.allCases)
    func crossing(kind: EngineTransport) async throws {
        let (key, cookie, proxy, tenant) = (
            Canary("redirect-key"), Canary("redirect-cookie"), Canary("redirect-proxy"), Canary("redirect-tenant")
        )
        let token = Canary("redirect-token")
        let secrets = [key, cookie, proxy, tenant, token]
        try await withTwoServers { first, second in
            first.redirect(302, to: "http://\(second.authority)/landing?from=first")
            second.reply("landed")
            try await kind.run { transport in
                var settings = Engine.Settings()
                settings.headers = [Header("X-Tenant", tenant.text)]
                let engine = try Engine(at: first.authority, over: transport, settings)
                let authority = BearerAuthority(
                    credential: BearerCredential(token: token.secret, refreshToken: nil, expiresAt: nil),
                    origin: engine.client.environment.origin, storage: InMemoryCredentialStorage(),
                    refresher: FailingRefresher())
                let session = engine.client.session(with: CredentialHandle<Member>(authority: authority))
                let headers = [
                    Header("X-Api-Key", key.text), Header("Cookie", "a=\(cookie.text)"),
                    Header("Proxy-Authorization", "Basic \(proxy.text)"),
                ]
                #expect(try await session.send(.bytes(.get, "/start", headers: headers)) == Data("landed".utf8))
                let (sent, leaked) = (try #require(first.requests.first), try #require(second.requests.first))
                #expect(leaked.target == "/landing?from=first")
                // By their names alone: a failing expectation prints its values.
                let (unsent, strayed) = (
                    secrets.filter { !$0.isFound(in: sent.text) }, secrets.filter { $0.isFound(in: leaked.text) }
                )
                #expect(unsent.isEmpty, "the probe stands on the way out")
                #expect(strayed.isEmpty)
                #expect(engine.decisions.contains(.credentialWithheld))
                let stripped = engine.decisions.compactMap {
                    if case .headersStripped(let names) = $0 { names.map { $0.lowercased() }.sorted() } else { nil }
                }
                #expect(stripped == [["cookie", "proxy-authorization", "x-api-key", "x-tenant"]])
            }
        }
    }

    @Test("a 307 takes a streamed form along, byte for byte", arguments: EngineTransport.allCases)
    func multipart(kind: EngineTransport) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "picture.bin")
            try Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }).write(to: file)
            try await withTwoServers { first, second in
                first.redirect(307, to: "http://\(second.authority)/elsewhere")
                second.reply("kept")
                try await kind.run { transport in
                    let engine = try Engine(at: first.authority, over: transport)
                    let form = MultipartForm(
                        parts: [
                            .field("note", "once more"),
                            try .file("picture", at: file, contentType: "application/octet-stream"),
                        ], boundary: RandomIdentifierSource().next())
                    let endpoint = Endpoint<Guest, Data>(.post, "/upload", body: .multipart(form), answer: .data)
                    #expect(try await engine.guest.send(endpoint) == Data("kept".utf8))
                    let (sent, kept) = (try #require(first.requests.first), try #require(second.requests.first))
                    #expect(kept.line.hasPrefix("POST /elsewhere "))
                    #expect(kept["Content-Type"] == form.contentType)
                    #expect(Int64(kept.body.count) == form.requestBody.length)
                    #expect(kept.body == sent.body)
                }
            }
        }
    }

    @Test("a 303 makes a GET without body of a POST", arguments: EngineTransport.allCases)
    func seeOther(kind: EngineTransport) async throws {
        try await withTwoServers { first, second in
            first.redirect(303, to: "http://\(second.authority)/result")
            second.reply("seen")
            try await kind.run { transport in
                let engine = try Engine(at: first.authority, over: transport)
                let endpoint = Endpoint<Guest, Data>(.post, "/order", body: .encodable(["cups": 2]), answer: .data)
                #expect(try await engine.guest.send(endpoint) == Data("seen".utf8))
                let seen = try #require(second.requests.first)
                #expect(seen.line.hasPrefix("GET /result "))
                #expect(seen["Content-Type"] == nil && seen.body.isEmpty)
            }
        }
    }

    @Test(
        "what is relative is resolved against where the call stands (RFC 3986 section 5)",
        arguments: EngineTransport.allCases,
        [("../c?x=1", "/a/c?x=1"), ("?x=2", "/a/b/d?x=2"), ("e/./f", "/a/b/e/f"), ("/g#part", "/g")])
    func relative(kind: EngineTransport, step: (location: String, target: String)) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                let request = try await connection.receiveRequest()
                if request.target == "/a/b/d" {
                    try await connection.answer(302, ["Location: \(step.location)", "Connection: close"])
                } else {
                    try await connection.answer(200, ["Connection: close"], body: request.target)
                }
                await connection.waitForEnd()
            }
            try await kind.run { transport in
                let engine = try Engine(at: server.authority, over: transport)
                #expect(try await engine.guest.send(.bytes(.get, "/a/b/d")) == Data(step.target.utf8))
            }
        }
    }

    @Test("a circle ends at the limit", arguments: EngineTransport.allCases)
    func limit(kind: EngineTransport) async throws {
        try await RawSocketServer.withServer { server in
            server.redirect(302, to: "/again")
            try await kind.run { transport in
                var settings = Engine.Settings()
                settings.redirects = .follow(limit: 3)
                let engine = try Engine(at: server.authority, over: transport, settings)
                let error = await #expect(throws: NetworkError.self) { try await engine.guest.send(.bytes(.get, "/")) }
                #expect(error?.cause == .redirect(.tooMany(limit: 3)))
                #expect(server.requests.count == 4)
            }
        }
    }

    @Test("from https to http nothing is followed", arguments: EngineTransport.allCases)
    func downgrade(kind: EngineTransport) async throws {
        guard kind == .nio else {
            // URLSession trusts the system's roots alone, and no test's.
            print("https → http over URLSessionTransport is left out: it can't be told to trust a test's certificate.")
            return
        }
        var trust = TrustPolicy()
        trust.roots = .only(try TestCertificates.roots)
        let transport = try NIOTransport(trust: trust)
        try await RawSocketServer.withServer { plain in
            plain.reply("in the clear")
            try await SecureServer.withServer(showing: TestCertificates.localhost) { secure in
                secure.server.redirect(302, to: "http://\(plain.authority)/")
                let url = try #require(URL(string: "https://localhost:\(secure.port)"))
                let engine = try Engine(at: url, version: nil, over: transport)
                let error = await #expect(throws: NetworkError.self) { try await engine.guest.send(.bytes(.get, "/")) }
                #expect(error?.cause == .redirect(.insecure))
                #expect(secure.server.requests.count == 1)
                #expect(plain.connectionCount == 0)
            }
        }
        await transport.shutdown()
    }

    private func withTwoServers(
        _ body: (RawSocketServer, RawSocketServer) async throws -> Void
    ) async throws {
        try await RawSocketServer.withServer { first in
            try await RawSocketServer.withServer { second in try await body(first, second) }
        }
    }
}

extension RawSocketServer {
    fileprivate func redirect(_ status: Int, to location: String) {
        serve { connection in
            try await connection.receiveRequest()
            try await connection.answer(status, ["Location: \(location)", "Connection: close"])
            await connection.waitForEnd()
        }
    }

    fileprivate func reply(_ text: String) {
        serve { connection in
            try await connection.receiveRequest()
            try await connection.answer(200, ["Connection: close"], body: text)
            await connection.waitForEnd()
        }
    }
}
