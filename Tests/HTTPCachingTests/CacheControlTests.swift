import EngineContracts
import EngineTestSupport
import HTTPTypes
import Networking
import Testing

@testable import HTTPCaching

@Suite("Cache-Control")
struct CacheControlTests {
    private func control(_ lines: String...) -> CacheControl {
        CacheControl(HTTPFields(lines.map { HTTPField(name: .cacheControl, value: $0) }))
    }

    @Test(
        "a number of seconds is read as a token or a quoted string",
        arguments: [
            ("max-age=60", 60), ("max-age=\"60\"", 60), ("MAX-AGE=60", 60), (" max-age=60 ,", 60), ("max-age=0", 0),
            ("public, max-age=60", 60), (",,max-age=60,,", 60), ("foo=\"a, max-age=1\", max-age=60", 60),
            ("foo=\"a\\\", max-age=1\", max-age=60", 60), ("max-age=60, max-age=60", 60), ("max-age = 60", 60),
            ("max-age=0060", 60), ("max-age=2147483648", 2_147_483_648),
            ("max-age=99999999999999999999999999", 2_147_483_648),
        ])
    func seconds(line: String, seconds: Int) {
        #expect(control(line).maxAge == .count(seconds))
        #expect(!control(line).noStore)
    }

    @Test(
        "an invalid number of seconds, or two different ones, is not trusted",
        arguments: [
            "max-age=", "max-age=\"\"", "max-age=abc", "max-age=-1", "max-age=+1", "max-age=1.5", "max-age=1e3",
            "max-age=6 0", "max-age=\"60", "max-age=60\"", "max-age=60, max-age=61", "max-age=60, max-age",
            "max-age=60, max-age=x, max-age=60", "max-age=٦٠", "max-age",
        ])
    func distrusted(line: String) {
        #expect(control(line).maxAge != nil)
        #expect(control(line).maxAge?.trusted == nil)
    }

    /// An unterminated quoted string may contain any directive.
    @Test(
        "directives without an argument are read, with any argument ignored",
        arguments: [
            ("no-store", true), ("No-Store", true), ("no-store=1", true), ("max-age=60 , no-store", true),
            ("no-cache=\"a, b\", no-store", true), ("no-cache=\"Set-Cookie, no-store\"", false),
            ("max-age=60, foo=\"bar, no-transform", true),
        ])
    func noStore(line: String, expected: Bool) {
        #expect(control(line).noStore == expected)
        #expect(control("no-cache=\"Set-Cookie, X\"").noCache, "a list of field names applies to the whole response")
    }

    @Test("all Cache-Control lines are read as one list, and unknown directives are ignored")
    func lines() {
        let both = control("max-age=60, must-revalidate", "no-cache")
        #expect(both.maxAge == .count(60) && both.mustRevalidate && both.noCache)
        #expect(control("max-age=60", "max-age=61").maxAge == .invalid)
        let unknown = "public, private, s-maxage=5, immutable, x, no-storex, xmax-age=3, stale-while-revalidate=9,, ,"
        #expect(control(unknown) == control())
        // A quotation mark ends with its line.
        #expect(control("a=\"b", "max-age=60").maxAge == .count(60))
    }
}

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
        #expect(try await harness.send(as: "nobody", fields: fields).status == 504, "a call that is never cached")
        #expect(try await harness.send(fields: [.cacheControl: "only-if-cached, no-store"]).status == 504)
        #expect(try await harness.send(fields: [.cacheControl: "only-if-cached", .range: "bytes=0-1"]).status == 504)
        #expect(harness.count == 0)
        try await harness.send()
        #expect(try await harness.send(fields: fields).text == "pen")
        harness.clock.advance(by: .seconds(61))
        #expect(try await harness.send(fields: fields).status == 504)
        #expect(try await harness.send(fields: [.cacheControl: "only-if-cached, max-stale"]).text == "pen")
        #expect(harness.count == 1)
    }
}
