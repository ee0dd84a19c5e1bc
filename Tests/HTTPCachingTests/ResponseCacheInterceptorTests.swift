import ContractSuites
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("The response cache in its chain", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct ResponseCacheInterceptorTests {
    @Test("answers while the answer is fresh, with its age, and asks from then on")
    func fresh() async throws {
        let world = try CacheWorld { _ in .fresh("pen") }
        let first = try await world.send()
        #expect(first.fields[.age] == nil)
        world.clock.advance(by: .seconds(59))
        let second = try await world.send()
        #expect(second.text == "pen" && second.fields[.age] == "59")
        #expect(world.count == 1)
        world.clock.advance(by: .seconds(1))
        try await world.send()
        #expect(world.count == 2)
        #expect(
            world.decisions == [
                .missed, .stored, .answered(age: .seconds(59)), .missed, .stored,
            ])
    }

    @Test("the calendar may be set back or forward meanwhile")
    func calendar() async throws {
        let world = try CacheWorld { _ in .fresh("pen") }
        try await world.send()
        world.clock.moveCalendar(by: .seconds(-86_400))
        try await world.send()
        world.clock.moveCalendar(by: .seconds(2 * 86_400))
        try await world.send()
        #expect(world.count == 1)
        world.clock.advance(by: .seconds(60))
        world.clock.moveCalendar(by: .seconds(-86_400))
        try await world.send()
        #expect(world.count == 2)
    }

    @Test("the way of an answer counts for its age")
    func delay() async throws {
        let clock = ManualClock()
        let slow = HookInterceptor { call, next throws(NetworkError) in
            clock.advance(by: .seconds(50))
            return try await next(call)
        }
        let cache = ResponseCacheInterceptor(
            storage: InMemoryResponseCache(), partition: .client("slow"), time: clock)
        let transport = MockTransport(answering: .fresh("pen", fields: [.age: "5"]))
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

    @Test("no user gets another's answer, nor a client's, and each is kept")
    func users() async throws {
        let world = try CacheWorld { request in .fresh(request.head.headerFields[.authorization] ?? "anybody") }
        for _ in 1...2 {
            #expect(try await world.send(as: "ada").text == "Bearer token-ada")
            #expect(try await world.send(as: "bob").text == "Bearer token-bob")
            #expect(try await world.send().text == "anybody")
        }
        #expect(world.count == 3)
    }

    @Test("an authority without partition is kept out, both ways")
    func withoutPartition() async throws {
        let world = try CacheWorld(storage: FailingResponseCacheStorage()) { _ in .fresh("pen") }
        try await world.send(as: "nobody")
        try await world.send(as: "nobody")
        #expect(world.count == 2)
        #expect(world.decisions.isEmpty)
    }

    @Test(
        "calls that a cache has no business with pass by",
        arguments: [
            [.range: "bytes=0-1"], [.ifNoneMatch: "\"a\""], [.ifModifiedSince: "x"], [.ifMatch: "*"],
            [.ifUnmodifiedSince: "x"], [.ifRange: "\"a\""], [.authorization: "Basic eDp5"], [.cookie: "a=b"],
            [.cacheControl: "no-store"],
        ] as [HTTPFields])
    func passing(fields: HTTPFields) async throws {
        let world = try CacheWorld(storage: FailingResponseCacheStorage()) { _ in .empty(.notModified) }
        #expect(try await world.send(fields: fields).status == 304)
        #expect(world.count == 1)
        let seen = try #require(world.transport.calls.first?.request.headerFields)
        #expect(seen == fields)
    }

    @Test("so do streamed answers, and requests with a body")
    func passingForms() async throws {
        let world = try CacheWorld(storage: FailingResponseCacheStorage()) { _ in .fresh("pen") }
        _ = try await world.pipeline.send(world.call(delivery: .streamed))
        _ = try await world.pipeline.send(world.call(body: .data(Data("x".utf8))))
        #expect(world.count == 2)
    }

    @Test("HEAD is answered from what GET brought, without body, and brings nothing itself")
    func head() async throws {
        let world = try CacheWorld { _ in .fresh("pen") }
        try await world.send("/item", .head)
        try await world.send("/item", .head)
        #expect(world.count == 2)
        try await world.send()
        let answer = try await world.send("/item", .head)
        #expect(world.count == 3)
        #expect(answer.text.isEmpty && answer.fields[.cacheControl] == "max-age=60")
    }

    @Test("variants are told apart by what Vary names")
    func variants() async throws {
        let world = try CacheWorld { request in
            .fresh(request.head.headerFields[.acceptLanguage] ?? "any", fields: [.vary: "Accept-Language"])
        }
        for language in ["de", "en", "de", "en", "de"] {
            #expect(try await world.send(fields: [.acceptLanguage: language]).text == language)
        }
        #expect(world.count == 2)
        #expect(try await world.send().text == "any")
        #expect(try await world.send(fields: [.acceptLanguage: " de ", .accept: "text/plain"]).text == "de")
        #expect(world.count == 3)
    }

    @Test("a body that is larger than the caller takes does not answer")
    func callersLimit() async throws {
        let world = try CacheWorld { _ in .fresh("0123456789") }
        try await world.send()
        await expectError(.transport(.responseTooLarge(limit: 9))) {
            try await world.pipeline.send(world.call(delivery: .buffered(limit: 9)))
        }
        #expect(world.count == 2)
    }

    @Test("an answer that a redirect brought is another URI's, and the condition does not count for it")
    func redirected() async throws {
        let redirect = HookInterceptor { call, next throws(NetworkError) in
            let response = try await next(call)
            guard response.head.status == .found else { return response }
            var call = call
            call.request.path = "/other"
            return try await next(call)
        }
        let world = try CacheWorld(links: [redirect]) { request in
            if request.head.path == "/other" {
                let isSame = request.head.headerFields[.ifNoneMatch] == "\"1\""
                return isSame ? .empty(.notModified) : .fresh("other", fields: [.eTag: "\"1\""])
            }
            return .fresh("pen", for: 0, fields: [.eTag: "\"1\""])
        }
        try await world.send()
        world.server.answer { request in
            guard request.head.path == "/other" else { return .empty(.found) }
            let isSame = request.head.headerFields[.ifNoneMatch] == "\"1\""
            return isSame ? .empty(.notModified) : .fresh("other", fields: [.eTag: "\"1\""])
        }
        #expect(try await world.send().text == "other")
        #expect(world.decisions == [.missed, .stored, .missed, .notStored(.redirected)])
        #expect(try await world.send().text == "other")
        #expect(world.transport.calls.last?.request.headerFields[.ifNoneMatch] == nil)
    }

    @Test("what is too large is answered and not kept")
    func tooLarge() async throws {
        let world = try CacheWorld(bodyLimit: 2) { _ in .fresh("pen") }
        #expect(try await world.send().text == "pen")
        #expect(world.decisions == [.missed, .notStored(.tooLarge)])
    }

    @Test("Set-Cookie is seen by the call that got it, and by no other")
    func cookies() async throws {
        let world = try CacheWorld { request in
            request.head.headerFields.contains(.ifNoneMatch)
                ? .empty(.notModified, fields: [.setCookie: "b=2"])
                : .fresh("pen", fields: [.setCookie: "a=1", .eTag: "\"1\""])
        }
        #expect(try await world.send().fields[.setCookie] == "a=1")
        #expect(try await world.send().fields[.setCookie] == nil)
        #expect(try await world.send(fields: [.cacheControl: "no-cache"]).fields[.setCookie] == "b=2")
        #expect(try await world.send().fields[.setCookie] == nil)
    }
}
