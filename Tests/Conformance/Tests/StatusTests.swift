import Foundation
import Networking
import TestSupport
import Testing

@Suite("Statuses and the decisions they cause", .againstHttpbin, .timeLimit(.minutes(20)))
struct StatusTests {
    @Test("every 2xx status is a success", arguments: TransportUnderTest.all, [200, 201, 202, 203, 204, 205, 226])
    func success(transport: TransportUnderTest, status: Int) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/status/\(status)")
            #expect(response.status == status)
            try await visitor.guest.send(Endpoint(.get, "/status/\(status)", response: .nothing))
        }
    }

    @Test(
        "every other status is an error that contains it", arguments: TransportUnderTest.all,
        [
            // A 206 without a Range request is not a success (RFC 9110 section 15.3.7).
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

    @Test("the server's own message is part of the error", arguments: TransportUnderTest.all)
    func message(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/status/406")
            #expect(
                error?.cause
                    == .status(HTTPFailure(status: 406, message: "Client did not request a supported media type.")))
        }
    }

    @Test("an unknown route is the server's 404, with or without an HTML page", arguments: TransportUnderTest.all)
    func page(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/no-such-page")
            #expect(error?.cause == .status(HTTPFailure(status: 404)))
        }
    }

    @Test(
        "a GET is retried after a temporary failure", arguments: TransportUnderTest.all,
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

    @Test(
        "a GET is not retried after any other status", arguments: TransportUnderTest.all,
        [200, 400, 401, 404, 409, 501])
    func final(transport: TransportUnderTest, status: Int) async throws {
        var chain = Chain()
        chain.retry = .upTo(3)
        try await Visitor.visit(over: transport, chain) { visitor in
            let response = try await visitor.response(.get, "/status/\(status)")
            #expect(response.attempts == 1)
        }
    }

    @Test(
        "a POST is retried only if the server has not processed it or an idempotency key protects it",
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
            // The chance that ten calls all fail eight times is 1 in 10¹⁰.
            #expect(statuses.contains(200))
        }
    }

    @Test("an empty budget ends the retries of all calls to the origin", arguments: TransportUnderTest.all)
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

    @Test("a server that keeps failing receives no more calls", arguments: TransportUnderTest.all)
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
