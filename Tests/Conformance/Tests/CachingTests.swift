import EngineTestSupport
import Foundation
import HTTPCaching
import Networking
import Primitives
import Testing

@Suite("Response cache with httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct CachingTests {
    /// Each response body names its own request: only a stored one can be equal to another.
    @Test(
        "a fresh response is not requested again, a stale one is revalidated, and one without a validator is not stored",
        arguments: TransportUnderTest.all,
        [
            ("/cache/60", 0, .stored), ("/cache/0", 1, .notStored(.notReusable)), ("/cache", 1, .revalidated),
            ("/etag/v1", 1, .revalidated),
        ] as [(EndpointPath, Int, CacheEvent)])
    func reuse(transport: TransportUnderTest, rule: (path: EndpointPath, attempts: Int, event: CacheEvent)) async throws
    {
        var chain = Chain()
        chain.outer = ResponseCacheInterceptor(
            storage: InMemoryResponseCache(), partition: .client("conformance"), time: SystemTimeSource())
        try await Visitor.visit(over: transport, chain) { visitor in
            let first = try await visitor.response(.get, rule.path)
            let second = try await visitor.response(.get, rule.path)
            #expect(first.attempts == 1 && second.attempts == rule.attempts)
            #expect(second.status == 200)
            if rule.event != .notStored(.notReusable) { #expect(second.body == first.body) }
            #expect(visitor.monitor.events.compactMap(\.kind.cacheEvent).contains(rule.event))
        }
    }
}
