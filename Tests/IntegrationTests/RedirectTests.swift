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

/// Every connection carries one exchange: URLSession on libcurl makes a new one for each call, and a close at the wrong
/// moment ends its process.
@Suite("Redirects over sockets", .timeLimit(.minutes(10)))
struct RedirectTests {
    @Test("a redirect to another origin sends none of the first origin's secrets", arguments: TransportChoice.allCases)
    func crossing(kind: TransportChoice) async throws {
        let (key, cookie, proxy, tenant) = (
            Canary("redirect-key"), Canary("redirect-cookie"), Canary("redirect-proxy"), Canary("redirect-tenant")
        )
        let token = Canary("redirect-token")
        let secrets = [key, cookie, proxy, tenant, token]
        try await withTwoServers { first, second in
            first.redirect(302, to: "http://\(second.authority)/landing?from=first")
            second.reply("landed")
            try await kind.run { transport in
                var settings = NetworkStack.Settings()
                settings.headers = [HeaderField("X-Tenant", tenant.text)]
                let stack = try NetworkStack(at: first.authority, over: transport, settings)
                let credentialProvider = CredentialProvider(
                    credential: BearerCredential(token: token.secret, refreshToken: nil, expiresAt: nil),
                    origin: stack.client.environment.origin, storage: InMemoryCredentialStorage(),
                    refresher: MockCredentialRefresher())
                let session = stack.client.session(
                    with: CredentialHandle<Member>(credentialProvider: credentialProvider))
                let headers = [
                    HeaderField("X-Api-Key", key.text), HeaderField("Cookie", "a=\(cookie.text)"),
                    HeaderField("Proxy-Authorization", "Basic \(proxy.text)"),
                ]
                #expect(try await session.send(.bytes(.get, "/start", headers: headers)) == Data("landed".utf8))
                let (sent, leaked) = (try #require(first.requests.first), try #require(second.requests.first))
                #expect(leaked.target == "/landing?from=first")
                // By their names alone: a failing expectation prints its values.
                let (unsent, strayed) = (
                    secrets.filter { !$0.isFound(in: sent.text) }, secrets.filter { $0.isFound(in: leaked.text) }
                )
                #expect(unsent.isEmpty, "the control: the first origin received them")
                #expect(strayed.isEmpty)
                #expect(stack.decisions.contains(.credentialWithheld))
                let stripped = stack.decisions.compactMap {
                    if case .headersStripped(let names) = $0 { names.map { $0.lowercased() }.sorted() } else { nil }
                }
                #expect(stripped == [["cookie", "proxy-authorization", "x-api-key", "x-tenant"]])
            }
        }
    }

    @Test("a 307 resends a streamed form byte for byte", arguments: TransportChoice.allCases)
    func multipart(kind: TransportChoice) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "picture.bin")
            try Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }).write(to: file)
            try await withTwoServers { first, second in
                first.redirect(307, to: "http://\(second.authority)/elsewhere")
                second.reply("kept")
                try await kind.run { transport in
                    let stack = try NetworkStack(at: first.authority, over: transport)
                    let form = MultipartForm(
                        parts: [
                            .field("note", "once more"),
                            try .file("picture", at: file, contentType: "application/octet-stream"),
                        ], boundary: RandomIdentifierSource().next())
                    let endpoint = Endpoint<Guest, Data>(.post, "/upload", body: .multipart(form), response: .data)
                    #expect(try await stack.guest.send(endpoint) == Data("kept".utf8))
                    let (sent, stored) = (try #require(first.requests.first), try #require(second.requests.first))
                    #expect(stored.line.hasPrefix("POST /elsewhere "))
                    #expect(stored["Content-Type"] == form.contentType)
                    #expect(Int64(stored.body.count) == form.requestBody.length)
                    #expect(stored.body == sent.body)
                }
            }
        }
    }

    @Test("a redirect from https to http is not followed", arguments: TransportChoice.allCases)
    func downgrade(kind: TransportChoice) async throws {
        guard kind == .nio else {
            // URLSession trusts the system's roots only, and no test's.
            print("https → http over URLSessionTransport is skipped: it can't trust a test's certificate.")
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
                let stack = try NetworkStack(at: url, version: nil, over: transport)
                let error = await #expect(throws: NetworkError.self) { try await stack.guest.send(.bytes(.get, "/")) }
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
            try await connection.respond(status, ["Location: \(location)", "Connection: close"])
            await connection.waitForEnd()
        }
    }

    fileprivate func reply(_ text: String) {
        serve { connection in
            try await connection.receiveRequest()
            try await connection.respond(200, ["Connection: close"], body: text)
            await connection.waitForEnd()
        }
    }
}
