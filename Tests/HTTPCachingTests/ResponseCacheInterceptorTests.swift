import EngineContracts
import EngineTestSupport
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite("Response cache", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct ResponseCacheInterceptorTests {
    @Test("the time that a response was under way counts towards its age")
    func delay() async throws {
        let clock = ManualClock()
        let slow = MockInterceptor { call, next throws(NetworkError) in
            clock.advance(by: .seconds(50))
            return try await next(call)
        }
        let cache = ResponseCacheInterceptor(
            storage: InMemoryResponseCache(), partition: .client("slow"), time: clock)
        let transport = MockTransport(responding: .fresh("pen", fields: [.age: "5"]))
        let pipeline = Pipeline(interceptors: [cache, slow], transport: transport)
        let call = try Call.fixture(context: .fixture(time: clock))
        _ = try await pipeline.send(call)
        clock.advance(by: .seconds(4))
        let response = try await pipeline.send(call)
        #expect(response.head.headerFields[.age] == "59")
        clock.advance(by: .seconds(1))
        _ = try await pipeline.send(call)
        #expect(transport.calls.count == 2)
    }

    @Test(
        "calls that can't be cached, and those of a credential provider without a partition, bypass the cache",
        arguments: [
            [.range: "bytes=0-1"], [.ifNoneMatch: "\"a\""], [.ifModifiedSince: "x"], [.ifMatch: "*"],
            [.ifUnmodifiedSince: "x"], [.ifRange: "\"a\""], [.authorization: "Basic eDp5"], [.cookie: "a=b"],
            [.cacheControl: "no-store"],
        ] as [HTTPFields])
    func passing(fields: HTTPFields) async throws {
        let harness = try CacheHarness(storage: MockResponseCacheStorage()) { _ in .empty(.notModified) }
        #expect(try await harness.send(fields: fields).status == 304)
        let seen = try #require(harness.transport.calls.first?.request.headerFields)
        #expect(seen == fields)
        try await harness.send(as: "nobody")
        _ = try await harness.pipeline.send(harness.call(delivery: .streamed))
        _ = try await harness.pipeline.send(harness.call(body: .data(Data("x".utf8))))
        #expect(harness.count == 4)
        #expect(harness.decisions.isEmpty)
    }

    @Test("HEAD is served without a body from a stored GET response, and is not stored itself")
    func head() async throws {
        let harness = try CacheHarness { _ in .fresh("pen") }
        try await harness.send("/item", .head)
        try await harness.send("/item", .head)
        #expect(harness.count == 2)
        try await harness.send()
        let response = try await harness.send("/item", .head)
        #expect(harness.count == 3)
        #expect(response.text.isEmpty && response.fields[.cacheControl] == "max-age=60")
    }

    @Test("a stored body larger than the caller's limit is not served")
    func callersLimit() async throws {
        let harness = try CacheHarness { _ in .fresh("0123456789") }
        try await harness.send()
        await expectError(.transport(.responseTooLarge(limit: 9))) {
            try await harness.pipeline.send(harness.call(delivery: .buffered(limit: 9)))
        }
        #expect(harness.count == 2)
    }

    @Test(
        "a redirected response belongs to another URI, and the conditional fields of the first request don't apply to it"
    )
    func redirected() async throws {
        let redirect = MockInterceptor { call, next throws(NetworkError) in
            let response = try await next(call)
            guard response.head.status == .found else { return response }
            var call = call
            call.request.path = "/other"
            return try await next(call)
        }
        let harness = try CacheHarness(interceptors: [redirect]) { _ in .fresh("pen", for: 0, fields: [.eTag: "\"1\""])
        }
        try await harness.send()
        harness.server.respond { request in
            guard request.head.path == "/other" else { return .empty(.found) }
            let isSame = request.head.headerFields[.ifNoneMatch] == "\"1\""
            return isSame ? .empty(.notModified) : .fresh("other", fields: [.eTag: "\"1\""])
        }
        #expect(try await harness.send().text == "other")
        #expect(harness.decisions == [.missed, .stored, .missed, .notStored(.redirected)])
        #expect(try await harness.send().text == "other")
        #expect(harness.transport.calls.last?.request.headerFields[.ifNoneMatch] == nil)
    }

    @Test("Set-Cookie reaches only the call whose response contained it")
    func cookies() async throws {
        let harness = try CacheHarness(
            .fresh("pen", fields: [.setCookie: "a=1", .eTag: "\"1\""]), revalidating: [.setCookie: "b=2"])
        #expect(try await harness.send().fields[.setCookie] == "a=1")
        #expect(try await harness.send().fields[.setCookie] == nil)
        #expect(try await harness.send(fields: [.cacheControl: "no-cache"]).fields[.setCookie] == "b=2")
        #expect(try await harness.send().fields[.setCookie] == nil)
    }
}

@Suite("Revalidation of stored responses", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RevalidationTests {
    private static let midnight = "Thu, 01 Jan 2026 00:00:00 GMT"

    @Test("a stale response is revalidated with all its validators, and a 304 serves it")
    func holds() async throws {
        let harness = try CacheHarness(
            .fresh("pen", for: 10, fields: [.eTag: "W/\"1\"", .lastModified: Self.midnight, .contentType: "a/b"]),
            revalidating: [.cacheControl: "max-age=30", .eTag: "\"1\""])
        try await harness.send()
        harness.clock.advance(by: .seconds(20))
        let second = try await harness.send()
        #expect(second.status == 200 && second.text == "pen" && second.fields[.contentType] == "a/b")
        let question = try #require(harness.transport.calls.last?.request.headerFields)
        #expect(question[.ifNoneMatch] == "W/\"1\"" && question[.ifModifiedSince] == Self.midnight)
        #expect(harness.decisions == [.missed, .stored, .missed, .revalidated, .stored])
    }

    @Test("a stored error response is requested without its validators, which belong to no representation")
    func errorResponse() async throws {
        let harness = try CacheHarness { _ in
            .data(Data(), status: .notFound, fields: [.cacheControl: "max-age=60", .eTag: "\"1\""])
        }
        try await harness.send()
        try await harness.send(fields: [.cacheControl: "no-cache"])
        #expect(harness.count == 2)
        #expect(harness.transport.calls.last?.request.headerFields[.ifNoneMatch] == nil)
    }

    @Test("a 304 for another response is followed by a request without condition")
    func other() async throws {
        let harness = try CacheHarness(
            .fresh("pen", for: 0, fields: [.eTag: "\"1\""]), revalidating: [.eTag: "\"9\""])
        try await harness.send()
        #expect(try await harness.send().text == "pen")
        #expect(harness.count == 3)
        #expect(harness.decisions == [.missed, .stored, .missed, .stored])
    }

    @Test(
        "a stored response that a newer one contradicts is removed, even if the newer one is not stored",
        arguments: [
            (200, true), (204, true), (302, true), (403, true), (404, true), (410, true), (401, false), (429, false),
            (500, false), (503, false),
        ])
    func contradicted(code: Int, forgotten: Bool) async throws {
        let harness = try CacheHarness { _ in .fresh("old") }
        try await harness.send()
        harness.server.respond { _ in .empty(.init(code: code), fields: [.cacheControl: "no-store"]) }
        #expect(try await harness.send(fields: [.cacheControl: "no-cache"]).status == code)
        #expect(try await harness.send().text == (forgotten ? "" : "old"))
    }

    @Test(
        "a stale response is served for a failing server as long as it allows, unless the request asks for a fresh one",
        arguments: [
            ("max-age=10, stale-if-error=20", "", 30, true), ("max-age=10, stale-if-error=20", "", 31, false),
            ("max-age=10", "", 11, false), ("max-age=10, stale-if-error=x", "", 11, false),
            ("max-age=10, stale-if-error=20, must-revalidate", "", 11, false),
            ("no-cache, stale-if-error=20", "", 11, false), ("max-age=10, stale-if-error=20", "no-cache", 5, false),
            ("max-age=10, stale-if-error=20", "max-age=0", 5, false),
            ("max-age=10, stale-if-error=20", "min-fresh=9", 5, false),
        ])
    func staleIfError(stored: String, directives: String, age: Int, expected: Bool) async throws {
        for failure in [500, 502, 503, 504, 501, 404, nil] {
            let harness = try CacheHarness { _ in
                .data(Data("pen".utf8), fields: [.cacheControl: stored, .eTag: "\"1\""])
            }
            try await harness.send()
            harness.clock.advance(by: .seconds(age))
            harness.server.respond { _ throws(TransportError) in
                guard let failure else { throw .connectionLost }
                return .empty(.init(code: failure))
            }
            let isServedStale = expected && failure != 501 && failure != 404
            let fields: HTTPFields = directives.isEmpty ? [:] : [.cacheControl: directives]
            if isServedStale {
                let response = try await harness.send(fields: fields)
                #expect(response.text == "pen" && response.fields[.age] == "\(age)")
                #expect(harness.decisions.last == .servedStale(age: .seconds(age)))
            } else if let failure {
                #expect(try await harness.send(fields: fields).status == failure)
            } else {
                await expectError(.transport(.connectionLost)) { try await harness.send(fields: fields) }
            }
        }
    }

    @Test("an insecure connection is an error, even if a stale response could be served")
    func insecure() async throws {
        let harness = try CacheHarness { _ in
            .data(Data("pen".utf8), fields: [.cacheControl: "max-age=1, stale-if-error=999"])
        }
        try await harness.send()
        harness.clock.advance(by: .seconds(2))
        let failure = TransportError.insecure(.authority, reason: "The issuer is unknown.")
        harness.server.respond { _ throws(TransportError) in throw failure }
        await expectError(.transport(failure)) { try await harness.send() }
    }
}
