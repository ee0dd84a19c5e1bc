import Foundation
import HTTPTypes
import Networking
import Primitives
import TestSupport
import Testing

@Suite("Slow responses and timeouts", .againstHttpbin, .timeLimit(.minutes(20)))
struct PaceTests {
    @Test("a response within the timeout succeeds", arguments: TransportUnderTest.all)
    func inTime(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let start = ContinuousClock.now
            let response = try await visitor.response(.get, "/delay/0.3")
            #expect(response.status == 200)
            #expect(start.duration(to: .now) >= .milliseconds(300))
        }
    }

    @Test("an attempt ends at its timeout, and the error names it", arguments: TransportUnderTest.all)
    func attempt(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.attempt = .milliseconds(300)
        try await Visitor.visit(over: transport, chain) { visitor in
            let start = ContinuousClock.now
            let error = await visitor.failure(.get, "/delay/10")
            #expect(error?.cause == .timeout(.attempt(.milliseconds(300))))
            #expect(start.duration(to: .now) < .seconds(10))
        }
    }

    @Test("a call ends at its deadline, and the error names it", arguments: TransportUnderTest.all)
    func deadline(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.deadline = .milliseconds(300)
        try await Visitor.visit(over: transport, chain) { visitor in
            let start = ContinuousClock.now
            let error = await visitor.failure(.get, "/delay/10")
            #expect(error?.cause == .timeout(.total(.milliseconds(300))))
            #expect(start.duration(to: .now) < .seconds(10))
        }
    }

    @Test("a GET is retried after a timeout, and a POST is not", arguments: TransportUnderTest.all)
    func retriedTimeout(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.attempt = .milliseconds(200)
        chain.retry = .twice
        try await Visitor.visit(over: transport, chain) { visitor in
            let read = await visitor.failure(.get, "/delay/10")
            #expect(read?.cause == .timeout(.attempt(.milliseconds(200))))
            #expect(read?.metadata.attempts == 2)
            let post = await visitor.failure(.post, "/delay/10")
            #expect(post?.metadata.attempts == 1)
            #expect(visitor.monitor.events.map(\.kind).contains(.notRetried(.unsafeMethod)))
        }
    }

    @Test("a stalled body ends at the idle timeout", arguments: TransportUnderTest.all)
    func stall(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.idleTimeout = .milliseconds(500)
        try await Visitor.visit(over: transport, chain) { visitor in
            // One byte is sent at once, the next after five seconds.
            let error = await visitor.failure(
                .get, "/drip", query: [QueryItem("numbytes", 2), QueryItem("duration", 10)])
            #expect(error?.cause == .transport(.idleTimeout))
        }
    }

    @Test("a slow body without stalls has no idle timeout, however long it takes", arguments: TransportUnderTest.all)
    func slowWithoutStalls(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.idleTimeout = .seconds(2)
        try await Visitor.visit(over: transport, chain) { visitor in
            let response = try await visitor.response(
                .get, "/drip", query: [QueryItem("numbytes", 12), QueryItem("duration", 3)])
            #expect(response.body == Data(repeating: UInt8(ascii: "*"), count: 12))
        }
    }

    @Test("the attempt timeout applies to a buffered body", arguments: TransportUnderTest.all)
    func slowBody(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.attempt = .milliseconds(600)
        try await Visitor.visit(over: transport, chain) { visitor in
            let error = await visitor.failure(
                .get, "/drip", query: [QueryItem("numbytes", 100), QueryItem("duration", 10)])
            #expect(error?.cause == .timeout(.attempt(.milliseconds(600))))
        }
    }

    @Test("a streamed body arrives while it is being sent", arguments: TransportUnderTest.all)
    func streamed(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let origin = visitor.client.environment.origin
            let context = CallContext(
                id: UUID(), operation: "drip", origin: origin, credentialProvider: nil,
                time: SystemTimeSource(),
                monitor: visitor.monitor)
            let authority = String(origin.description.dropFirst("http://".count))
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: authority, path: "/drip?numbytes=4&duration=4")
            let start = ContinuousClock.now
            let response = try await visitor.pipeline.send(
                Call(request: request, body: .empty, context: context, delivery: .streamed))
            guard case .stream(let bytes) = response.body else {
                Issue.record("the body is no stream")
                return
            }
            var iterator = bytes.makeAsyncIterator()
            let first = try await iterator.next()
            #expect(start.duration(to: .now) < .seconds(4))
            var count = first?.count ?? 0
            while let piece = try await iterator.next() { count += piece.count }
            #expect(count == 4)
        }
    }

    @Test("a cancelled call ends soon, and reports only its cancellation", arguments: TransportUnderTest.all)
    func cancelled(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let start = ContinuousClock.now
            let call = Task { await visitor.failure(.get, "/delay/10") }
            await visitor.monitor.waitForEvents(1) { $0 == .attemptStarted(number: 1) }
            call.cancel()
            let error = await call.value
            #expect(error?.cause == .cancelled)
            #expect(start.duration(to: .now) < .seconds(10))
        }
    }
}
