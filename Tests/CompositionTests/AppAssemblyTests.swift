import Composition
import DependencyInjection
import Foundation
import HTTPTypes
import Networking
import Primitives
import TestSupport
import Testing

@Suite("The app's assembly")
struct AppAssemblyTests {
    private static let settings = AppSettings(
        baseURL: URL(filePath: "/"), dataDirectory: URL(filePath: "/nowhere", directoryHint: .isDirectory))

    @Test("the app's assembly has every registration that another one needs", arguments: SessionKind.allCases)
    func complete(session: SessionKind) {
        var settings = Self.settings
        settings.session = session
        #expect(Assembly.app(settings).validate().isEmpty)
    }

    @Test("every call of the app states its media type, the user's language and the app's name")
    func headers() async throws {
        let server = MockTransport(over: FakeTransport { _ in .json("[]") })
        var settings = Self.settings
        settings.baseURL = try #require(URL(string: "http://127.0.0.1:8080"))
        settings.userAgent = "shop/2"
        let app = try ComposedApp(settings) { assembly in
            assembly.overriding { Singleton(.transport) { server as any Transport } }
        }
        let session = try await app.container.resolve(.client).session(for: TestGuest.self)
        _ = try await session.get("/items", as: [String].self)
        let fields = try #require(server.calls.first).request.headerFields
        #expect(fields[.accept] == "application/json")
        #expect(fields[.userAgent] == "shop/2")
        #expect(fields[.acceptLanguage]?.isEmpty == false)
        try await app.container.shutdown()
    }

    @Test("a call that keeps failing sends the configured number of retries", arguments: [0, 1, 2, 10])
    func retries(count: Int) async throws {
        let server = MockTransport(over: FakeTransport { _ in .empty(.serviceUnavailable) })
        var settings = Self.settings
        settings.baseURL = try #require(URL(string: "http://127.0.0.1:8080"))
        settings.retries = count
        let app = try ComposedApp(settings) { assembly in
            assembly.overriding {
                Singleton(.transport) { server as any Transport }
                Singleton(.random) { LowestRandom() as any RandomSource }
            }
        }
        let session = try await app.container.resolve(.client).session(for: TestGuest.self)
        let response = try await session.response(to: Endpoint<TestGuest, Data>(.get, "/down", response: .data))
        #expect(response.status == 503)
        #expect(server.calls.count == count + 1)
        try await app.container.shutdown()
    }
}

/// No jitter: retries follow immediately.
private struct LowestRandom: RandomSource {
    func next() -> UInt64 { 0 }
}
