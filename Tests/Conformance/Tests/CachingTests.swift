import Foundation
import HTTPCaching
import Networking
import Primitives
import TestSupport
import Testing

@Suite("Response cache with httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct CachingTests {
    private func cached() -> Chain {
        var chain = Chain()
        chain.outer = ResponseCacheInterceptor(
            storage: InMemoryResponseCache(), partition: .client("conformance"), time: SystemTimeSource())
        return chain
    }

    private func decisions(_ visitor: Visitor) -> [CacheEvent] {
        visitor.monitor.events.compactMap(\.kind.cacheEvent)
    }

    private func keepingHeaders(_ more: QueryItem...) -> [QueryItem] {
        [QueryItem("Cache-Control", "max-age=60")] + more
    }

    @Test("a fresh response is not requested again", arguments: TransportUnderTest.all)
    func fresh(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            let first = try await visitor.response(.get, "/cache/60")
            #expect(first.header("Cache-Control") == "public, max-age=60")
            #expect(first.attempts == 1)
            let second = try await visitor.response(.get, "/cache/60")
            #expect(second.attempts == 0)
            #expect(second.status == 200)
            #expect(second.body == first.body)
            #expect(Array(decisions(visitor).prefix(2)) == [.missed, .stored])
        }
    }

    @Test("a response that is stale at once and has no validator is not stored", arguments: TransportUnderTest.all)
    func stale(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            for _ in 0..<2 {
                let response = try await visitor.response(.get, "/cache/0")
                #expect(response.attempts == 1)
            }
            #expect(decisions(visitor) == [.missed, .notStored(.notReusable), .missed, .notStored(.notReusable)])
        }
    }

    @Test(
        "a stale response is revalidated, and a 304 serves the stored response", arguments: TransportUnderTest.all,
        ["cache", "etag/v1"])
    func revalidated(transport: TransportUnderTest, path: String) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            let endpoint: EndpointPath = path == "cache" ? "/cache" : "/etag/v1"
            let first = try await visitor.response(.get, endpoint)
            let second = try await visitor.response(.get, endpoint)
            #expect(second.attempts == 1)
            #expect(second.status == 200)
            // Each body names its own request: only the stored one can be equal.
            #expect(second.body == first.body)
            #expect(decisions(visitor).contains(.revalidated))
        }
    }

    @Test("a request that demands a fresh response gets one from the server", arguments: TransportUnderTest.all)
    func noCache(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            let first = try await visitor.response(.get, "/cache/60")
            let second = try await visitor.response(
                .get, "/cache/60", headers: [HeaderField("Cache-Control", "no-cache")])
            #expect(second.attempts == 1)
            #expect(second.body != first.body)
        }
    }

    @Test("two users of one cache never get each other's responses", arguments: TransportUnderTest.all)
    func partitions(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            let endpoint = Endpoint<TestMember, Echo>(.get, "/cache/60", response: .json)
            for user in ["ada", "ben", "ada", "ben"] {
                let session = visitor.member(
                    "token-of-\(user)", of: user, refreshedBy: MockCredentialRefresher())
                let echo = try await session.send(endpoint)
                #expect(echo.header("Authorization") == "Bearer token-of-\(user)")
            }
            #expect(visitor.monitor.names.filter { $0 == "attemptStarted" }.count == 2)
        }
    }

    @Test("a successful unsafe call removes the stored responses for its URL", arguments: TransportUnderTest.all)
    func invalidated(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            var attempts: [Int] = []
            for method in [Networking.RequestMethod.get, .get, .post, .get] {
                attempts.append(
                    try await visitor.response(method, "/response-headers", query: keepingHeaders()).attempts)
            }
            #expect(attempts == [1, 0, 1, 1])
        }
    }

    @Test("variants are distinguished by the fields that Vary names", arguments: TransportUnderTest.all)
    func variants(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            var attempts: [Int] = []
            for language in ["de", "fr", "de", "fr"] {
                attempts.append(
                    try await visitor.response(
                        .get, "/response-headers", query: keepingHeaders(QueryItem("Vary", "Accept-Language")),
                        headers: [HeaderField("Accept-Language", language)]
                    ).attempts)
            }
            #expect(attempts == [1, 1, 0, 0])
        }
    }

    @Test(
        "a response that the server forbids to store is not stored", arguments: TransportUnderTest.all,
        [("Cache-Control", "no-store", CacheEvent.Obstacle.forbidden), ("Vary", "*", .varies)])
    func forbidden(
        transport: TransportUnderTest, rule: (name: String, value: String, obstacle: CacheEvent.Obstacle)
    ) async throws {
        try await Visitor.visit(over: transport, cached()) { visitor in
            for _ in 0..<2 {
                let response = try await visitor.response(
                    .get, "/response-headers", query: keepingHeaders(QueryItem(rule.name, rule.value)))
                #expect(response.attempts == 1)
            }
            #expect(decisions(visitor).contains(.notStored(rule.obstacle)))
        }
    }
}
