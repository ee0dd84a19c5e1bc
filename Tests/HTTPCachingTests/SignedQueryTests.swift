import ContractSuites
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("The response cache outside of a key in the query", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct SignedQueryTests {
    private static let canary = Canary("key-of-a-cached-query")
    private let storage = RecordingResponseCacheStorage()

    /// A server that answers nobody without the key, and repeats the query where servers do so.
    private func makeWorld() throws -> CacheWorld {
        let origin = try Environment.fixture().origin
        return try CacheWorld(
            storage: storage,
            links: [
                RedirectInterceptor(), try APIKeyInterceptor(Self.canary.secret, in: .query("key"), for: origin),
            ]
        ) { request throws(TransportError) in
            let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1)
            let query = parts.count == 2 ? String(parts[1]) : ""
            guard query.hasSuffix("key=\(Self.canary.text)") else {
                return request.head.authority == "other.example.com" ? .fresh("pen") : .empty(.unauthorized)
            }
            if request.head.method != .get { return .empty(.noContent) }
            switch parts.first ?? "" {
            case "/moved": return .empty(.temporaryRedirect, fields: [.location: "/item?\(query)"])
            case "/elsewhere":
                return .empty(.temporaryRedirect, fields: [.location: "https://other.example.com/elsewhere"])
            case "/tagged":
                guard request.head.headerFields[.ifNoneMatch] == nil else { return .empty(.notModified) }
                return .data(Data("pen".utf8), fields: [.eTag: "\"a\""])
            default: return .fresh("pen")
            }
        }
    }

    /// Everything that was kept, that was looked for, and that was told.
    private func expectNoKey(in world: CacheWorld, sourceLocation: SourceLocation = #_sourceLocation) {
        var text = "\(storage.calls) \(world.monitor.events)"
        dump(storage.calls, to: &text)
        dump(world.monitor.events, to: &text)
        #expect(!Self.canary.isFound(in: text), sourceLocation: sourceLocation)
        #expect(!storage.calls.isEmpty && !world.monitor.events.isEmpty, sourceLocation: sourceLocation)
    }

    @Test("keeps answers and gives them while they are fresh, each query's own")
    func fresh() async throws {
        let world = try makeWorld()
        for path in ["/item", "/item?page=2", "/item?", "/item"] {
            #expect(try await world.send(path).text == "pen")
        }
        #expect(world.count == 3)
        #expect(world.decisions.suffix(1) == [.answered(age: .zero)])
        expectNoKey(in: world)
    }

    @Test("asks whether a stale answer still holds, and serves it")
    func revalidated() async throws {
        let world = try makeWorld()
        for _ in 1...2 { #expect(try await world.send("/tagged?page=1").text == "pen") }
        #expect(world.decisions == [.missed, .stored, .missed, .revalidated, .stored])
        expectNoKey(in: world)
    }

    @Test("forgets what an unsafe call has changed")
    func invalidated() async throws {
        let world = try makeWorld()
        try await world.send("/item?page=1")
        try await world.send("/item?page=1", .delete)
        try await world.send("/item?page=1")
        #expect(world.count == 3)
        expectNoKey(in: world)
    }

    @Test(
        "keeps the answer of a redirect for nobody, though it brings the key back or leads to another origin",
        arguments: ["/moved", "/elsewhere"])
    func redirected(path: String) async throws {
        let world = try makeWorld()
        for _ in 1...2 { #expect(try await world.send(path).text == "pen") }
        #expect(world.count == 4)
        #expect(world.decisions == [.missed, .notStored(.redirected), .missed, .notStored(.redirected)])
        expectNoKey(in: world)
    }

    @Test("keeps nothing for a call that brings the key in its own query")
    func broughtAlong() async throws {
        let world = try makeWorld()
        try await world.send("/item?key=\(Self.canary.text)")
        #expect(world.decisions == [.missed, .notStored(.redirected)])
        #expect(!storage.calls.contains { if case .save = $0 { true } else { false } })
    }

    @Test("would keep the key if the target were what was sent: the search can tell")
    func control() async throws {
        let leaky = HookInterceptor { call, next throws(NetworkError) in
            var call = call
            call.request.path = (call.request.path ?? "") + "?key=\(Self.canary.text)"
            return try await next(call)
        }
        let cache = ResponseCacheInterceptor(storage: storage, partition: .client("leaky"), time: ManualClock())
        let pipeline = Pipeline(
            interceptors: [leaky, cache], transport: MockTransport(answering: .fresh("pen")))
        _ = try await pipeline.send(.fixture())
        #expect(Self.canary.isFound(in: "\(storage.calls)"))
    }
}
