import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@testable import HTTPCaching

@Suite("Cache invalidation", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct InvalidationTests {
    private func reachesServer(
        _ harness: CacheHarness, _ path: String = "/item", as user: String? = nil
    ) async throws -> Bool {
        let before = harness.count
        try await harness.send(path, as: user)
        return harness.count > before
    }

    @Test(
        "a successful unsafe request invalidates its URI; a safe or failed one does not",
        arguments: [
            ("POST", 201, true), ("PUT", 204, true), ("PATCH", 200, true), ("DELETE", 200, true), ("PURGE", 200, true),
            ("POST", 303, true), ("PUT", 404, false), ("PUT", 500, false), ("OPTIONS", 200, false),
        ])
    func methods(name: String, code: Int, forgets: Bool) async throws {
        let harness = try CacheHarness { request in
            request.head.method == .get ? .fresh("pen") : .empty(.init(code: code))
        }
        try await harness.send()
        try await harness.send("/other")
        try await harness.send("/item", try #require(HTTPRequest.Method(name)))
        #expect(try await reachesServer(harness) == forgets)
        #expect(try await reachesServer(harness, "/other") == false)
        #expect(harness.decisions.contains(.invalidated) == forgets)
    }

    @Test(
        "Location and Content-Location are invalidated too if they have the same origin",
        arguments: [
            ("/items/7?a=b", true), ("https://api.example.com/items/7?a=b", true), ("7?a=b", true),
            ("../items/7?a=b", true), ("HTTPS://API.example.com:443/items/7?a=b", true),
            ("//api.example.com/items/7?a=b", true),
            ("https://api.example.com:8443/items/7?a=b", false), ("http://api.example.com/items/7?a=b", false),
            ("https://example.com/items/7?a=b", false), ("/items/7", false), ("", false), ("://", false),
        ])
    func locations(reference: String, forgets: Bool) async throws {
        for name in [HTTPField.Name.location, .contentLocation] {
            let harness = try CacheHarness { request in
                request.head.method == .get ? .fresh("pen") : .empty(.created, fields: [name: reference])
            }
            try await harness.send("/items/7?a=b")
            try await harness.send("/items/", .post)
            #expect(try await reachesServer(harness, "/items/7?a=b") == forgets, "\(name)")
        }
    }

    @Test("a URI of another origin, whose responses the cache may also have, is not invalidated")
    func otherOrigin() {
        let target = RequestTarget(scheme: "https", authority: "api.example.com", path: "/items/")
        let related = target.related(in: [.location: "https://example.com/items/1", .contentLocation: "/items/2"])
        #expect(related.map(\.text) == ["https://api.example.com/items/2"])
    }

    /// Each save waits at `gate` before it reaches `store`.
    private func slowStorage(_ store: InMemoryResponseCache, _ gate: Gate) -> MockResponseCacheStorage {
        MockResponseCacheStorage(
            over: store,
            save: .closure { arguments throws(ResponseCacheStorageError) in
                await gate.pass()
                try await store.save(arguments.0, for: arguments.1)
            })
    }

    @Test("a response overtaken by a change is returned and not stored, whenever the change happens")
    func overtaken() async throws {
        let (asked, saved) = (Gate(), Gate())
        let storage = slowStorage(InMemoryResponseCache(), saved)
        let harness = try CacheHarness(storage: storage) { request in
            if request.head.path == "/slow", request.head.method == .get { await asked.pass() }
            return .fresh("old")
        }
        // The change happens while the server works …
        async let slow = harness.send("/slow")
        await asked.waitForArrivals(1)
        try await harness.send("/slow", .put)
        asked.open()
        #expect(try await slow.text == "old")
        // … and while the cache writes.
        async let written = harness.send("/written")
        await saved.waitForArrivals(1)
        try await harness.send("/written", .put)
        saved.open()
        #expect(try await written.text == "old")
        #expect(harness.decisions.filter { $0 == .notStored(.overtaken) }.count == 2)
        #expect(try await reachesServer(harness, "/slow"))
        #expect(try await reachesServer(harness, "/written"))
    }

    @Test("after the end of a session, no stored response is served and none is stored")
    func ended() async throws {
        let (asked, saved) = (Gate(), Gate())
        let store = InMemoryResponseCache()
        let storage = slowStorage(store, saved)
        let harness = try CacheHarness(storage: storage) { request in
            if request.head.path == "/slow" { await asked.pass() }
            return .fresh("secret")
        }
        async let slow = harness.send("/slow", as: "ada")
        async let written = harness.send("/written", as: "ada")
        await asked.waitForArrivals(1)
        await saved.waitForArrivals(1)
        try #require(harness.credentialProviders["ada"]).end()
        try await storage.removeAll(in: .user("ada"))
        asked.open()
        saved.open()
        #expect(try await slow.text == "secret")
        #expect(try await written.text == "secret")
        #expect(store.count == 0)
        #expect(harness.decisions.filter { $0 == .notStored(.sessionEnded) }.count == 2)
        try await store.save(.fixture(), for: .fixture("/item", in: .user("ada")))
        await expectError(.loggedOut) { try await harness.send(as: "ada") }
    }

    @Test("a session that ends during a failing request gets its error, although a stale response may be served")
    func endedDuringFailure() async throws {
        let gate = Gate()
        let harness = try CacheHarness { request throws(TransportError) in
            guard request.head.headerFields.contains(.ifNoneMatch) else {
                return .data(
                    Data("secret".utf8), fields: [.cacheControl: "max-age=1, stale-if-error=999", .eTag: "\"1\""])
            }
            await gate.pass()
            throw .connectionLost
        }
        try await harness.send(as: "ada")
        harness.clock.advance(by: .seconds(2))
        let call = Task { try await harness.send(as: "ada") }
        await gate.waitForArrivals(1)
        try #require(harness.credentialProviders["ada"]).end()
        gate.open()
        await expectError(.transport(.connectionLost)) { try await call.value }
    }

    @Test("a call without its user's credential gets no stored response of the user, and stores none")
    func withheld() async throws {
        let harness = try CacheHarness { request in
            .fresh(request.head.headerFields[.authorization] == nil ? "public" : "secret")
        }
        var call = try harness.call(as: "ada")
        call.signing = .withheld
        #expect(CacheHarness.Response(try await harness.pipeline.send(call)).text == "public")
        #expect(try await harness.send(as: "ada").text == "secret")
        #expect(CacheHarness.Response(try await harness.pipeline.send(call)).text == "public")
        #expect(try await harness.send(as: "ada").text == "secret")
        #expect(harness.count == 3)
    }

    @Test("a session that ends while the cache is read gets no stored response")
    func endedWhileReading() async throws {
        let (store, read) = (InMemoryResponseCache(), Gate())
        try await store.save(.fixture(), for: .fixture("/item", in: .user("ada")))
        let storage = MockResponseCacheStorage(
            over: store,
            responses: .closure { key throws(ResponseCacheStorageError) in
                let found = try await store.responses(for: key)
                await read.pass()
                return found
            })
        let harness = try CacheHarness(storage: storage) { _ in .fresh("pen") }
        let task = Task { try await harness.send(as: "ada") }
        await read.waitForArrivals(1)
        try #require(harness.credentialProviders["ada"]).end()
        read.open()
        await expectError(.loggedOut) { try await task.value }
    }
}

@Suite("Requests overtaken by changes")
struct InFlightRequestsTests {
    @Test("a change overtakes requests to its URI and partition that started before it, and none that start after it")
    func order() {
        var inFlight = InFlightRequests()
        let before = inFlight.begin()
        inFlight.overtake(.fixture(in: .user("bob")))
        let after = inFlight.begin()
        #expect(inFlight.isOvertaken(before, for: .fixture(in: .user("bob"))))
        for key in [ResponseCacheKey.fixture("/other", in: .user("bob")), .fixture(in: .user("ada")), .fixture()] {
            #expect(!inFlight.isOvertaken(before, for: key))
        }
        #expect(!inFlight.isOvertaken(after, for: .fixture(in: .user("bob"))))
    }

    @Test("a change is remembered while a request is in flight, and no longer")
    func memory() {
        var inFlight = InFlightRequests()
        inFlight.overtake(.fixture())
        #expect(inFlight.changes == 0)
        let first = inFlight.begin()
        let second = inFlight.begin()
        inFlight.overtake(.fixture())
        inFlight.end()
        #expect(inFlight.isOvertaken(first, for: .fixture()) && inFlight.isOvertaken(second, for: .fixture()))
        inFlight.end()
        #expect(inFlight.changes == 0)
        let third = inFlight.begin()
        #expect(!inFlight.isOvertaken(third, for: .fixture()))
    }

    @Test("if there are too many changes to remember, every request that may be overtaken counts as overtaken")
    func manyChanges() {
        var inFlight = InFlightRequests()
        let before = inFlight.begin()
        for number in 0..<1_000 { inFlight.overtake(.fixture("/\(number)")) }
        let after = inFlight.begin()
        #expect(inFlight.changes <= 256)
        for number in 0..<1_000 {
            #expect(inFlight.isOvertaken(before, for: .fixture("/\(number)")))
            #expect(!inFlight.isOvertaken(after, for: .fixture("/\(number)")))
        }
    }
}
