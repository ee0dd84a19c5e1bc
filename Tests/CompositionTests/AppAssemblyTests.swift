import DependencyInjection
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Testing

@testable import Composition
@testable import RemoteServices

@Suite("The app's assembly")
struct AppAssemblyTests {
    @Test("the app's assembly has every registration that another one needs", arguments: SessionKind.allCases)
    func complete(session: SessionKind) {
        var settings = AppSettings(baseURL: URL(filePath: "/"), dataDirectory: URL(filePath: "/nowhere"))
        settings.session = session
        #expect(Assembly.app(settings, stores: .inMemory()).validate().isEmpty)
    }

    @Test("every call of the app states its media type, the user's language and the app's name")
    func headers() async throws {
        let server = MockTransport(over: FakeTransport { _ in .json("[]") })
        try await TestApp.run(over: server, changing: { ($0.userAgent, $0.language) = ("shop/2", "de-DE") }) { app in
            let session = try app.value(.client).session(for: TestGuest.self)
            _ = try await session.get("/items", as: [String].self)
        }
        let fields = try #require(server.calls.first).request.headerFields
        #expect(fields[.accept] == "application/json")
        #expect(fields[.userAgent] == "shop/2")
        #expect(fields[.acceptLanguage] == "de-DE")
    }

    @Test(
        "a call that keeps failing sends the configured number of retries, and the outbox none",
        arguments: [0, 1, 2, 10])
    func retries(count: Int) async throws {
        let server = MockTransport(over: FakeTransport { _ in .empty(.serviceUnavailable) })
        // No jitter: retries follow immediately.
        let random = Assembly { Singleton(.random) { SteadyRandom(0) as any RandomSource } }
        try await TestApp.run(over: server, changing: { $0.retries = count }, replacing: { random }) { app in
            let backend = try app.value(.backend)
            for (client, requests) in [(backend.client, count + 1), (backend.outboxClient, 1)] {
                let session = client.session(for: TestGuest.self)
                let before = server.calls.count
                let response = try await session.response(to: Endpoint<TestGuest, Data>(.get, "/down", response: .data))
                #expect(response.status == 503)
                #expect(server.calls.count - before == requests)
            }
        }
    }
}
