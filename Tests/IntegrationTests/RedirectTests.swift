import EngineTestSupport
import Foundation
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import RemoteServices
import Testing
import URLSessionTransport

@Suite("Redirects over sockets", .timeLimit(.minutes(10)))
struct RedirectTests {
    private static let transports: [String: @Sendable () -> any Transport] = [
        "NIOTransport": { NIOTransport() }, "URLSessionTransport": { URLSessionTransport() },
    ]

    /// Every connection carries one exchange: URLSession on libcurl makes a new one for each call, and a close at the
    /// wrong moment ends its process.
    @Test(
        "a redirect to another origin sends none of the first origin's secrets", arguments: transports.keys.sorted())
    func crossing(transport name: String) async throws {
        let secrets = ["token", "key", "cookie", "proxy", "tenant"].map { Canary("redirect-\($0)") }
        let makeTransport = try #require(Self.transports[name])
        let transport = makeTransport()
        try await RawSocketServer.withServer { first in
            try await RawSocketServer.withServer { second in
                first.serve { connection in
                    try await connection.receiveRequest()
                    let location = "Location: http://\(second.authority)/landing?from=first"
                    try await connection.respond(302, [location, "Connection: close"])
                    await connection.waitForEnd()
                }
                second.serve { connection in
                    try await connection.receiveRequest()
                    try await connection.respond(200, ["Connection: close"], body: "landed")
                    await connection.waitForEnd()
                }
                var settings = NetworkStack.Settings()
                settings.headers = [HeaderField("X-Tenant", secrets[4].text)]
                let stack = try NetworkStack(at: first.authority, over: transport, settings)
                let credentialProvider = CredentialProvider(
                    credential: BearerCredential(token: secrets[0].secret, refreshToken: nil, expiresAt: nil),
                    origin: stack.client.environment.origin, storage: InMemoryCredentialStorage(),
                    refresher: MockCredentialRefresher())
                let session = stack.client.session(
                    with: CredentialHandle<Member>(credentialProvider: credentialProvider))
                let headers = [
                    HeaderField("X-Api-Key", secrets[1].text), HeaderField("Cookie", "a=\(secrets[2].text)"),
                    HeaderField("Proxy-Authorization", "Basic \(secrets[3].text)"),
                ]
                #expect(try await session.send(.bytes(.get, "/start", headers: headers)) == Data("landed".utf8))
                let (sent, leaked) = (try #require(first.requests.first), try #require(second.requests.first))
                #expect(leaked.target == "/landing?from=first")
                // By their names alone: a failing expectation prints its values.
                let unsent = secrets.filter { !$0.isFound(in: sent.text) }
                let strayed = secrets.filter { $0.isFound(in: leaked.text) }
                #expect(unsent.isEmpty, "the control: the first origin received them")
                #expect(strayed.isEmpty)
                let decisions = stack.monitor.events.map(\.kind)
                #expect(decisions.contains(.credentialWithheld))
                let stripped = decisions.compactMap {
                    if case .headersStripped(let names) = $0 { names.map { $0.lowercased() }.sorted() } else { nil }
                }
                // A call whose attempt failed is sent again, and its fields are stripped again.
                #expect(Set(stripped) == [["cookie", "proxy-authorization", "x-api-key", "x-tenant"]])
            }
        }
        await transport.shutdown()
    }
}
