import ContractSuites
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Forgetting what was changed", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct InvalidationTests {
    private func isAsked(_ world: CacheWorld, _ path: String = "/item", as user: String? = nil) async throws -> Bool {
        let before = world.count
        try await world.send(path, as: user)
        return world.count > before
    }

    @Test(
        "an unsafe method that succeeds forgets its URI; a safe one, or a failure, does not",
        arguments: [
            ("POST", 201, true), ("PUT", 204, true), ("PATCH", 200, true), ("DELETE", 200, true), ("PURGE", 200, true),
            ("POST", 303, true), ("PUT", 404, false), ("PUT", 500, false), ("OPTIONS", 200, false),
        ])
    func methods(name: String, code: Int, forgets: Bool) async throws {
        let world = try CacheWorld { request in
            request.head.method == .get ? .fresh("pen") : .empty(.init(code: code))
        }
        try await world.send()
        try await world.send("/other")
        try await world.send("/item", try #require(HTTPRequest.Method(name)))
        #expect(try await isAsked(world) == forgets)
        #expect(try await isAsked(world, "/other") == false)
        #expect(world.decisions.contains(.invalidated) == forgets)
    }

    @Test(
        "Location and Content-Location are forgotten too, where they are the same origin's",
        arguments: [
            ("/items/7?a=b", true), ("https://api.example.com/items/7?a=b", true), ("7?a=b", true),
            ("../items/7?a=b", true),
            ("HTTPS://API.example.com:443/items/7?a=b", true), ("//api.example.com/items/7?a=b", true),
            ("https://api.example.com:8443/items/7?a=b", false), ("http://api.example.com/items/7?a=b", false),
            ("https://example.com/items/7?a=b", false), ("/items/7", false), ("", false), ("://", false),
        ])
    func locations(reference: String, forgets: Bool) async throws {
        for name in [HTTPField.Name.location, .contentLocation] {
            let world = try CacheWorld { request in
                request.head.method == .get ? .fresh("pen") : .empty(.created, fields: [name: reference])
            }
            try await world.send("/items/7?a=b")
            try await world.send("/items/", .post)
            #expect(try await isAsked(world, "/items/7?a=b") == forgets, "\(name)")
        }
    }

    @Test("a user's change is forgotten for that user and for the client's own calls, and leaves other users alone")
    func partitions() async throws {
        let world = try CacheWorld { _ in .fresh("pen") }
        for user in ["ada", "bob", nil] { try await world.send(as: user) }
        try await world.send("/item", .put, as: "ada")
        #expect(try await isAsked(world, as: "ada"))
        #expect(try await isAsked(world, as: "bob") == false)
        #expect(try await isAsked(world))
    }

    @Test("an answer that a change has overtaken is given and not kept, whenever the change comes")
    func overtaken() async throws {
        let (asked, saved) = (Gate(), Gate())
        let storage = RecordingResponseCacheStorage(saveGate: saved)
        let world = try CacheWorld(storage: storage) { request in
            if request.head.path == "/slow", request.head.method == .get { await asked.pass() }
            return .fresh("old")
        }
        // The change comes while the server thinks …
        async let slow = world.send("/slow")
        await asked.waitForArrivals(1)
        try await world.send("/slow", .put)
        asked.open()
        #expect(try await slow.text == "old")
        // … and while the store writes.
        async let written = world.send("/written")
        await saved.waitForArrivals(1)
        try await world.send("/written", .put)
        saved.open()
        #expect(try await written.text == "old")
        #expect(world.decisions.filter { $0 == .notStored(.overtaken) }.count == 2)
        #expect(try await isAsked(world, "/slow"))
        #expect(try await isAsked(world, "/written"))
    }

    @Test("a session that has ended is not answered, and brings nothing back")
    func ended() async throws {
        let (asked, saved) = (Gate(), Gate())
        let store = InMemoryResponseCache()
        let storage = RecordingResponseCacheStorage(store, saveGate: saved)
        let world = try CacheWorld(storage: storage) { request in
            if request.head.path == "/slow" { await asked.pass() }
            return .fresh("secret")
        }
        async let slow = world.send("/slow", as: "ada")
        async let written = world.send("/written", as: "ada")
        await asked.waitForArrivals(1)
        await saved.waitForArrivals(1)
        try #require(world.authorities["ada"]).end()
        try await storage.removeAll(in: .user("ada"))
        asked.open()
        saved.open()
        #expect(try await slow.text == "secret")
        #expect(try await written.text == "secret")
        #expect(store.count == 0)
        #expect(world.decisions.filter { $0 == .notStored(.sessionEnded) }.count == 2)
        try await store.save(.fixture(), for: .fixture("/item", in: .user("ada")))
        await expectError(.signedOut) { try await world.send(as: "ada") }
    }

    @Test("a session that ends while the store is read is not answered")
    func endedWhileReading() async throws {
        let (store, read) = (InMemoryResponseCache(), Gate())
        try await store.save(.fixture(), for: .fixture("/item", in: .user("ada")))
        let storage = RecordingResponseCacheStorage(store, lookGate: read)
        let world = try CacheWorld(storage: storage) { _ in .fresh("pen") }
        let task = Task { try await world.send(as: "ada") }
        await read.waitForArrivals(1)
        try #require(world.authorities["ada"]).end()
        read.open()
        await expectError(.signedOut) { try await task.value }
    }

    @Test("a cancelled call leaves no flight behind that would block later ones")
    func cancelled() async throws {
        let gate = Gate()
        let world = try CacheWorld { request in
            if request.head.method == .get { await gate.pass() }
            return .fresh("pen")
        }
        let task = Task { try await world.send() }
        await gate.waitForArrivals(1)
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        gate.open()
        try await world.send("/item", .put)
        try await world.send()
        #expect(try await isAsked(world) == false)
    }
}
