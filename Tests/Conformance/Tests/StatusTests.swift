import Foundation
import Networking
import TestSupport
import Testing

@Suite("Statuses, and what is decided on them", .againstHttpbin, .timeLimit(.minutes(2)))
struct StatusTests {
    @Test("every success is one", arguments: TransportUnderTest.all, [200, 201, 202, 203, 204, 205, 226])
    func success(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/status/\(status)")
            #expect(response.status == status)
            try await visitor.guest.send(Endpoint(.get, "/status/\(status)", response: .nothing))
        }
    }

    @Test(
        "every other status is an error that names it", arguments: TransportUnderTest.all,
        [
            // A part that no Range field asked for is no success (RFC 9110 section 15.3.7).
            (206, HTTPFailure.Kind.unexpected), (300, .unexpected), (304, .unexpected), (305, .unexpected),
            (400, .invalid),
            (401, .unauthorized),
            (403, .forbidden), (404, .notFound), (405, .client), (407, .client), (409, .client), (410, .notFound),
            (422, .invalid), (429, .rateLimited), (451, .client), (500, .server), (501, .server), (503, .server),
            (511, .server),
        ])
    func failure(transport: TransportUnderTest, expected: (status: Int, kind: HTTPFailure.Kind)) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/status/\(expected.status)")
            guard case .status(let failure) = error?.cause else {
                Issue.record("no status: \(String(describing: error))")
                return
            }
            #expect(failure.status == expected.status)
            #expect(failure.kind == expected.kind)
            #expect(error?.metadata.attempts == 1)
        }
    }

    @Test("a server's own sentence reaches whoever reads the error", arguments: TransportUnderTest.all)
    func message(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/status/406")
            #expect(
                error?.cause
                    == .status(HTTPFailure(status: 406, message: "Client did not request a supported media type.")))
        }
    }

    @Test("what no route answers is the server's 404, page or not", arguments: TransportUnderTest.all)
    func page(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/no-such-page")
            #expect(error?.cause == .status(HTTPFailure(status: 404)))
        }
    }

    @Test(
        "a read is repeated after what may pass", arguments: TransportUnderTest.all,
        [408, 425, 429, 500, 502, 503, 504])
    func retried(transport: TransportUnderTest, status: Int) async throws {
        var chain = Chain()
        chain.retry = .upTo(3)
        try await Visitor.visit(over: transport, chain) { visitor in
            let response = try await visitor.response(.get, "/status/\(status)")
            #expect(response.status == status)
            #expect(response.attempts == 3)
            #expect(visitor.monitor.events.map(\.kind).contains(.notRetried(.attemptsUsedUp(3))))
        }
    }

    @Test("and after nothing else", arguments: TransportUnderTest.all, [200, 400, 401, 404, 409, 501])
    func final(transport: TransportUnderTest, status: Int) async throws {
        var chain = Chain()
        chain.retry = .upTo(3)
        try await Visitor.visit(over: transport, chain) { visitor in
            let response = try await visitor.response(.get, "/status/\(status)")
            #expect(response.attempts == 1)
        }
    }

    @Test(
        "a POST is repeated only where the server has not acted, or a key protects it",
        arguments: TransportUnderTest.all)
    func post(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.retry = .upTo(3)
        try await Visitor.visit(over: transport, chain) { visitor in
            let failed = try await visitor.response(.post, "/status/503")
            #expect(failed.attempts == 1)
            #expect(visitor.monitor.events.map(\.kind).contains(.notRetried(.unsafeMethod)))
            let throttled = try await visitor.response(.post, "/status/429")
            #expect(throttled.attempts == 3)
            let keyed = try await visitor.guest.response(
                to: Endpoint(.post, "/status/503", idempotency: .keyed, response: .nothing))
            #expect(keyed.attempts == 3)
        }
    }

    @Test(
        "at a server that fails three times in four, a call ends with its first success or its last attempt",
        arguments: TransportUnderTest.all)
    func unstable(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.retry = .upTo(8)
        try await Visitor.visit(over: transport, chain) { visitor in
            var statuses: Set<Int> = []
            for number in 1...10 {
                let before = visitor.monitor.events.count
                let response = try await visitor.response(.get, "/status/503:3,200:1")
                statuses.insert(response.status)
                let seen = visitor.monitor.events[before...].compactMap { event -> Int? in
                    if case .responded(let status) = event.kind { status } else { nil }
                }
                #expect(seen.count == response.attempts, "call \(number)")
                #expect(seen.last == response.status, "call \(number)")
                #expect(seen.dropLast().allSatisfy { $0 == 503 }, "call \(number)")
                #expect(response.status == 200 || response.attempts == 8, "call \(number)")
            }
            // Ten calls that all fail eight times: once in 10¹⁰ runs.
            #expect(statuses.contains(200))
        }
    }

    @Test("a spent budget ends retrying for all calls of the origin", arguments: TransportUnderTest.all)
    func budget(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.retry = .upTo(3)
        chain.retry.budget = RetryPolicy.Budget(share: 0, reserve: 3, opening: .full)
        try await Visitor.visit(over: transport, chain) { visitor in
            var attempts: [Int] = []
            for _ in 0..<3 { attempts.append(try await visitor.response(.get, "/status/503").attempts) }
            #expect(attempts == [3, 2, 1])
            #expect(visitor.monitor.events.last { $0.kind != .finished }?.kind == .notRetried(.budgetEmpty))
        }
    }

    @Test("a server that keeps failing is left alone", arguments: TransportUnderTest.all)
    func circuit(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.retry = RetryPolicy(
            maximumAttempts: 1,
            circuit: RetryPolicy.Circuit(minimumAttempts: 4, window: .seconds(60), pause: .seconds(60)))
        try await Visitor.visit(over: transport, chain) { visitor in
            for _ in 0..<4 {
                let response = try await visitor.response(.get, "/status/500")
                #expect(response.status == 500)
            }
            let error = await visitor.failure(.get, "/status/200")
            guard case .circuitOpen = error?.cause else {
                Issue.record("no open circuit: \(String(describing: error))")
                return
            }
            #expect(error?.metadata.attempts == 0)
        }
    }
}
