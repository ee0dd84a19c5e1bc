import EngineContracts
import EngineTestSupport
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("Stored responses", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct CachedResponseTests {
    @Test("a stored response and its key contain no part of a credential")
    func secrecy() async throws {
        let storage = MockResponseCacheStorage(over: InMemoryResponseCache())
        let key = try #require(HTTPField.Name("X-Api-Key"))
        let signing = MockInterceptor.changing { $0.request.headerFields[key] = "geheim" }
        let harness = try CacheHarness(storage: storage, interceptors: [signing]) { _ in
            .fresh(
                "pen",
                fields: [.vary: "Authorization, Cookie, X-Api-Key", .setCookie: "session=geheim", .eTag: "\"1\""])
        }
        for user in ["ada", nil] {
            for wish in ["", "no-cache"] { try await harness.send(as: user, fields: [.cacheControl: wish]) }
        }
        // A field that the caller sets is left out completely, because it may be secret.
        try await harness.send("/own", fields: [key: "geheim"])
        try await harness.send("/own", fields: [.authorization: "Basic Z2VoZWlt"])
        let saved = try storage.calls.compactMap { call -> String? in
            guard case .save(let stored, let key) = call else { return nil }
            return try "\(call)" + String(decoding: JSONEncoder().encode(stored), as: UTF8.self) + "\(key)"
        }
        #expect(saved.count == 4)
        for text in saved + harness.monitor.events.map({ "\($0)" }) {
            for secret in ["token-ada", "geheim", "Z2VoZWlt", "session"] { #expect(!text.contains(secret)) }
        }
        #expect(harness.decisions.contains(.notStored(.varies)))
    }

    /// Runs a process twice with one store; `pause` passes between the runs, and the wall clock is also set by `jump`.
    private func run(pause: Int, jump: Int, date: String? = nil) async throws -> Bool {
        let (store, midnight) = (InMemoryResponseCache(), Date(timeIntervalSince1970: 1_767_225_600))
        var counts: [Int] = []
        for start in [midnight, midnight.addingTimeInterval(TimeInterval(pause + jump))] {
            let clock = ManualClock(start: start)
            let cache = ResponseCacheInterceptor(storage: store, partition: .client("run"), time: clock)
            var fields: HTTPFields = [:]
            fields[.date] = date
            let transport = MockTransport(responding: .fresh("pen", fields: fields))
            let pipeline = Pipeline(interceptors: [cache], transport: transport)
            _ = try await pipeline.send(.fixture(context: .fixture(time: clock)))
            counts.append(transport.calls.count)
        }
        return counts == [1, 0]
    }

    @Test("after a restart, a stored response is fresh by the wall clock, and never longer than its lifetime")
    func restart() async throws {
        #expect(try await run(pause: 59, jump: 0))
        #expect(try await run(pause: 60, jump: 0) == false)
        #expect(try await run(pause: 10, jump: 100) == false)
        // The wall clock was set to a time before the response, so its age is unknown.
        #expect(try await run(pause: 10, jump: -11) == false)
        // The first run's wall clock was fast by half a minute, as the server's Date shows; the second run's is right.
        let date = "Wed, 31 Dec 2025 23:59:30 GMT"
        #expect(try await run(pause: 40, jump: -30, date: date))
        #expect(try await run(pause: 60, jump: -30, date: date) == false)
    }
}

@Suite("Response cache and API keys in the query", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct SignedQueryTests {
    private static let canary = Canary("key-of-a-cached-query")
    private let storage = MockResponseCacheStorage(over: InMemoryResponseCache())

    /// A server that requires the key.
    private func makeHarness() throws -> CacheHarness {
        let origin = try APIEnvironment.fixture().origin
        return try CacheHarness(
            storage: storage,
            interceptors: [try APIKeyInterceptor(Self.canary.secret, in: .query("key"), for: origin)]
        ) { request throws(TransportError) in
            let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1)
            let query = parts.count == 2 ? String(parts[1]) : ""
            guard query.hasSuffix("key=\(Self.canary.text)") else { return .empty(.unauthorized) }
            guard parts.first == "/tagged" else { return .fresh("pen") }
            guard request.head.headerFields[.ifNoneMatch] == nil else { return .empty(.notModified) }
            return .data(Data("pen".utf8), fields: [.eTag: "\"a\""])
        }
    }

    @Test("a response to a call with an API key is stored for each query, served and revalidated, without the key")
    func stored() async throws {
        let harness = try makeHarness()
        for path in ["/item", "/item?page=2", "/item?", "/item"] {
            #expect(try await harness.send(path).text == "pen")
        }
        #expect(harness.count == 3)
        #expect(harness.decisions.suffix(1) == [.served(age: .zero)])
        for _ in 1...2 { #expect(try await harness.send("/tagged?page=1").text == "pen") }
        #expect(harness.decisions.suffix(5) == [.missed, .stored, .missed, .revalidated, .stored])
        // Everything that was stored, looked up or reported.
        var text = "\(storage.calls) \(harness.monitor.events)"
        dump(storage.calls, to: &text)
        dump(harness.monitor.events, to: &text)
        #expect(text.contains("/tagged?page=1"), "the control: the text has the rest of the query")
        #expect(!Self.canary.isFound(in: text))
    }
}
