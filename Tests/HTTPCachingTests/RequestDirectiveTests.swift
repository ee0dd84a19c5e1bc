import ContractSuites
import HTTPCaching
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("Cache directives of a request", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RequestDirectiveTests {
    /// Which request directives a stored response satisfies. It is `age` seconds old; "fresh" and "stale" mean that it
    /// is served, "asks" that the request goes to the server.
    @Test(
        "request directives work as RFC 9111 section 5.2.1 defines them",
        arguments: [
            ("max-age=60", "", 30, "fresh"), ("max-age=60", "no-cache", 30, "asks"),
            ("max-age=60", "max-age=0", 0, "asks"),
            ("max-age=60", "max-age=30", 30, "fresh"), ("max-age=60", "max-age=29", 30, "asks"),
            ("max-age=60", "max-age=x", 30, "asks"), ("max-age=60", "max-age", 30, "asks"),
            ("max-age=60", "max-age=90", 61, "asks"), ("max-age=60", "min-fresh=29", 30, "fresh"),
            ("max-age=60", "min-fresh=30", 30, "asks"), ("max-age=60", "min-fresh=x", 30, "asks"),
            ("max-age=60", "max-stale", 900, "stale"), ("max-age=60", "max-stale=40", 100, "stale"),
            ("max-age=60", "max-stale=39", 100, "asks"), ("max-age=60", "max-stale=x", 100, "asks"),
            ("max-age=60", "max-stale", 30, "fresh"), ("max-age=60, must-revalidate", "max-stale", 61, "asks"),
            ("max-age=60, must-revalidate", "", 59, "fresh"), ("max-age=60, no-cache", "max-stale", 1, "asks"),
            ("max-age=60", "max-stale=100, max-age=80", 90, "asks"),
            ("max-age=60", "max-stale=100, max-age=80", 70, "stale"),
            ("max-age=60", "max-stale, min-fresh=1", 70, "asks"), ("max-age=60", "no-transform, x=y", 30, "fresh"),
            ("max-age=60, immutable", "max-age=0", 1, "asks"), ("max-age=60", "", 60, "asks"),
        ])
    func directive(stored: String, asked: String, age: Int, expected: String) async throws {
        let harness = try CacheHarness { _ in .empty(.ok, fields: [.cacheControl: stored, .eTag: "\"1\""]) }
        try await harness.send()
        harness.clock.advance(by: .seconds(age))
        try await harness.send(fields: asked.isEmpty ? [:] : [.cacheControl: asked])
        let expectation: CacheEvent =
            switch expected {
            case "fresh": .served(age: .seconds(age))
            case "stale": .servedStale(age: .seconds(age))
            default: .missed
            }
        #expect(harness.decisions.dropFirst(2).first == expectation)
        #expect(harness.count == (expected == "asks" ? 2 : 1))
    }

    @Test("only-if-cached returns 504 instead of sending the request")
    func onlyIfCached() async throws {
        let harness = try CacheHarness { _ in .fresh("pen") }
        let fields: HTTPFields = [.cacheControl: "only-if-cached"]
        #expect(try await harness.send(fields: fields).status == 504)
        #expect(try await harness.send("/item", .head, fields: fields).status == 504)
        #expect(harness.count == 0)
        try await harness.send()
        #expect(try await harness.send(fields: fields).text == "pen")
        harness.clock.advance(by: .seconds(61))
        #expect(try await harness.send(fields: fields).status == 504)
        #expect(try await harness.send(fields: [.cacheControl: "only-if-cached, max-stale"]).text == "pen")
        #expect(harness.count == 1)
    }

    @Test("only-if-cached returns 504 also for calls that are never cached")
    func onlyIfCachedPassing() async throws {
        let harness = try CacheHarness { _ in .fresh("pen") }
        #expect(try await harness.send(as: "nobody", fields: [.cacheControl: "only-if-cached"]).status == 504)
        #expect(try await harness.send(fields: [.cacheControl: "only-if-cached, no-store"]).status == 504)
        #expect(try await harness.send(fields: [.cacheControl: "only-if-cached", .range: "bytes=0-1"]).status == 504)
        #expect(harness.count == 0)
    }
}
