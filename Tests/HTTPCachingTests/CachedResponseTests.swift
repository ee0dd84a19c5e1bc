import ContractSuites
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Stored responses", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct CachedResponseTests {
    @Test("a stored response and its key contain no part of a credential")
    func secrecy() async throws {
        let storage = MockResponseCacheStorage(over: InMemoryResponseCache())
        let key = try #require(HTTPField.Name("X-Api-Key"))
        let signing = MockInterceptor { call, next throws(NetworkError) in
            var call = call
            call.request.headerFields[key] = "geheim"
            return try await next(call)
        }
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
