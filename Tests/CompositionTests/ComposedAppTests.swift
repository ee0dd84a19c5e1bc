import DependencyInjection
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import RemoteServices
import Services
import Testing

@testable import Composition

@Suite("A composed app")
struct ComposedAppTests {
    private struct BodyError: Error {}
    private struct CleanupError: Error {}

    @Test("a composed app reports a missing login, and shuts down the values that it created")
    func loggedOut() async throws {
        let transport = FakeTransport { _ in .text("unused") }
        let shutting = Assembly {
            Singleton(.transport) { transport as any Transport }.onShutdown { await $0.shutdown() }
        }
        let error = await #expect(throws: AuthServiceError.self) {
            try await withTemporaryFolder { folder in
                try await TestApp.run(over: transport, in: folder, replacing: { shutting }) { app in
                    try await app.loggedIn { _, _ in }
                }
            }
        }
        let isSignedOut = if case .loggedOut? = error { true } else { false }
        #expect(isSignedOut, "\(String(describing: error))")
        await #expect(throws: TransportError.closed) {
            try await transport.send(
                HTTPRequest(method: .get, scheme: "http", authority: transport.authority, path: "/"), body: .empty)
        }
    }

    @Test("a failed run is cleaned up, and its own error is thrown")
    func cleanup() async throws {
        var steps: [String] = []
        await #expect(throws: BodyError.self) {
            try await withCleanup {
                steps.append("body")
                throw BodyError()
            } cleanup: {
                steps.append("cleanup")
                throw CleanupError()
            }
        }
        #expect(steps == ["body", "cleanup"])
        await #expect(throws: CleanupError.self) {
            try await withCleanup({ steps.append("body") }, cleanup: { throw CleanupError() })
        }
        #expect(try await withCleanup({ 1 }, cleanup: {}) == 1)
    }

    @Test("one line opens a session for any URL, and reports what is wrong with an address")
    func oneLine() async throws {
        let session = try Session(#require(URL(string: "http://127.0.0.1:9")))
        let error = await #expect(throws: NetworkError.self) { try await session.get("/books/", as: [String].self) }
        // A machine without time for this process may be slower than the limit of a connection.
        let causes: [NetworkError.Cause] = [.transport(.connectionRefused), .transport(.connectTimeout)]
        #expect(causes.contains { $0 == error?.cause })
        #expect(throws: InvalidAPIEnvironment.self) { try Session(URL(filePath: "/books")) }
    }
}
