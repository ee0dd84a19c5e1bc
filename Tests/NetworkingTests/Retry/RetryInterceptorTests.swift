import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("Retried calls", .timeLimit(.minutes(10)))
struct RetryInterceptorTests {
    @Test("a failed call is sent again after its delay, and the caller receives only the success")
    func mended() async throws {
        let harness = try RetryHarness(responding: .status(.serviceUnavailable), .failure(.connectionLost), .item)
        let call = Task { try await harness.session.send(.item) }
        #expect(await harness.clock.advanceToNextDeadline() == .milliseconds(25))
        #expect(await harness.clock.advanceToNextDeadline() == .milliseconds(50))
        #expect(try await call.value == Item(name: "pen"))
        #expect(
            harness.decisions == [
                .retryScheduled(attempt: 2, delay: .milliseconds(25), .status(503)),
                .retryScheduled(attempt: 3, delay: .milliseconds(50), .connectionLost),
            ])
        #expect(harness.clock.deadlines.isEmpty)
    }

    @Test("a retried call ends with the last response, not the first")
    func lastResponse() async throws {
        let harness = try RetryHarness(
            jitter: 0, responding: .failure(.connectionRefused), .status(.serviceUnavailable),
            .success(.json(#"{"detail":"Down till noon."}"#, status: .badGateway)))
        let error = await expectError(
            .status(HTTPFailure(status: 502, message: "Down till noon."))
        ) { try await harness.session.send(.item) }
        #expect(error?.metadata.attempts == 3)
        #expect(harness.decisions.last == .notRetried(.attemptsUsedUp(3)))
    }

    @Test(
        "a call that is not retried ends with its first response, and reports why unless it is final",
        arguments: [
            (.standard, .item, .item, nil), (.standard, .item, .status(.notFound), nil),
            (.never, .item, .status(.serviceUnavailable), nil),
            (RetryPolicy(maximumAttempts: 1), .item, .status(.serviceUnavailable), nil),
            (RetryPolicy(maximumAttempts: -3), .item, .failure(.connectionRefused), nil),
            (
                .standard, .item, .status(.serviceUnavailable, [.retryAfter: "4"]),
                .deadlineTooNear(delay: .seconds(6), left: .seconds(3))
            ),
            (
                .standard, .item, .status(.serviceUnavailable, [.retryAfter: "90"]),
                .retryAfterTooLong(.seconds(90), limit: .seconds(5))
            ),
        ] as [(RetryPolicy, Endpoint<TestGuest, Item>, Result<ServerResponse, TransportError>, RetryRefusal?)])
    func single(
        policy: RetryPolicy, endpoint: Endpoint<TestGuest, Item>, response: Result<ServerResponse, TransportError>,
        refusal: RetryRefusal?
    ) async throws {
        let harness = try RetryHarness(
            policy, outer: [DeadlineInterceptor(total: .seconds(3))], responding: response)
        _ = try? await harness.session.send(endpoint)
        #expect(harness.transport.calls.count == 1)
        #expect(harness.clock.monotonicTime == .zero, "it ended at once")
        #expect(harness.decisions == [refusal].compactMap { $0.map { .notRetried($0) } })
    }

    @Test("a POST that the server may have processed is not retried, and the monitor receives the reason")
    func unsafe() async throws {
        let harness = try RetryHarness(responding: .status(.serviceUnavailable))
        await expectError(.status(HTTPFailure(status: 503))) { try await harness.session.send(.post(.none)) }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.decisions == [.notRetried(.unsafeMethod)])
    }

    @Test(
        "a POST that was processed and redirected is not retried, even if the redirect's target refuses the connection")
    func secondHop() async throws {
        let harness = try RetryHarness(
            inner: [MockInterceptor.twice()], jitter: 0, responding: .status(.seeOther), .failure(.connectionRefused))
        await expectError(.transport(.connectionRefused)) { try await harness.session.send(.post(.none)) }
        #expect(harness.transport.calls.count == 2)
        #expect(harness.decisions == [.notRetried(.unsafeMethod)])
    }

    @Test("a retry waits as long as the server requests, by the server's clock")
    func retryAfter() async throws {
        let harness = try RetryHarness(
            responding: .status(.serviceUnavailable, [.retryAfter: "2"]),
            .status(
                .tooManyRequests,
                [.retryAfter: "Sun, 06 Nov 1994 08:49:40 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"]), .item)
        let call = Task { try await harness.session.send(.item) }
        #expect(await harness.clock.advanceToNextDeadline() == .seconds(3))
        #expect(await harness.clock.advanceToNextDeadline() == .milliseconds(4_500))
        #expect(try await call.value == Item(name: "pen"))
    }

    @Test("a call cancelled during an attempt or its retry delay ends as cancelled at once", arguments: [true, false])
    func cancelled(isAsleep: Bool) async throws {
        let gate = Gate()
        let harness = try RetryHarness(
            transport: FakeTransport { _ in
                if !isAsleep { await gate.pass() }
                return .empty(.serviceUnavailable)
            })
        let call = Task { try await harness.session.send(.item) }
        if isAsleep { await harness.clock.waitForSleepers(1) } else { await gate.waitForArrivals(1) }
        call.cancel()
        await expectError(.cancelled) { try await call.value }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.clock.deadlines.isEmpty)
        #expect(harness.decisions.count == (isAsleep ? 1 : 0), "a cancellation reports no decision")
    }

    @Test("a streamed body is released before the next attempt starts")
    func droppedBody() async throws {
        let body = BodyWatch()
        let harness = try RetryHarness(responding: .success(unavailable(watchedBy: body)), .status(.ok))
        let response = Task {
            try await harness.pipeline.send(.fixture(delivery: .streamed, context: .fixture(time: harness.clock)))
        }
        await harness.clock.waitForSleepers(1)
        #expect(body.isHeld, "it would be the response if there were no other attempt")
        await harness.clock.advanceToNextDeadline()
        #expect(try await response.value.head.status == .ok)
        #expect(!body.isHeld)
    }

    /// Created here, so that the test itself holds no reference to the response.
    private func unavailable(watchedBy watch: BodyWatch) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .serviceUnavailable),
            body: .stream(ByteStream(ScriptedBytes([], watchedBy: watch))))
    }
}

@Suite("Idempotency keys", .timeLimit(.minutes(10)))
struct IdempotencyKeyTests {
    private static func key(_ request: HTTPRequest) -> String? {
        HTTPField.Name("Idempotency-Key").flatMap { request.headerFields[$0] }
    }

    private func endpoint(
        _ idempotency: Idempotency = .keyed, headers: [HeaderField] = []
    ) -> Endpoint<TestGuest, Item> {
        Endpoint(.post, "/item", headers: headers, idempotency: idempotency, response: .json)
    }

    @Test("an idempotency key is the same for all attempts of a keyed call, and another for the next one")
    func one() async throws {
        let harness = try RetryHarness(
            jitter: 0, responding: .failure(.connectionLost), .status(.serviceUnavailable), .item)
        #expect(try await harness.session.send(endpoint()) == Item(name: "pen"))
        _ = try await harness.session.send(endpoint(.byMethod))
        _ = try await harness.session.send(endpoint())
        // The first identifier of each call is its request id. The call without a key takes no other one.
        let (first, third) = (SequentialIdentifierSource.identifier(2), SequentialIdentifierSource.identifier(5))
        let keys = [first.text, first.text, first.text, nil, third.text]
        #expect(harness.transport.requests.map(Self.key) == keys)
    }

    @Test("an endpoint's own idempotency key is not replaced, and also makes the call repeatable")
    func own() async throws {
        let harness = try RetryHarness(jitter: 0, responding: .failure(.truncatedResponse), .item)
        let endpoint = endpoint(.byMethod, headers: [HeaderField("Idempotency-Key", "order-7")])
        #expect(try await harness.session.send(endpoint) == Item(name: "pen"))
        _ = try await harness.session.send(self.endpoint(.keyed, headers: [HeaderField("idempotency-key", "order-8")]))
        #expect(harness.transport.requests.map(Self.key) == ["order-7", "order-7", "order-8"])
    }
}

@Suite("One-shot bodies", .timeLimit(.minutes(10)))
struct OneShotBodyTests {
    /// Refuses the first exchange, after reading the body or without opening it, and accepts the second.
    private struct RefusingOnce: Transport {
        let readsFirst: Bool
        let exchanges = Recorder<Void>()

        func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
            exchanges.add(())
            let refuses = exchanges.all.count == 1
            if readsFirst || !refuses { _ = try await body.bytes() }
            if refuses { throw .connectionRefused }
            return .empty(.ok)
        }

        func shutdown() async {}
    }

    @Test(
        "a body is sent again if it has not been opened or can be read again, and never otherwise",
        arguments: [(false, false, 1, 2), (true, false, 1, 1), (true, true, 2, 2)])
    func resend(isReadFirst: Bool, isReplayable: Bool, opened: Int, sent: Int) async throws {
        let count = Recorder<Void>()
        let harness = try RetryHarness(jitter: 0, transport: RefusingOnce(readsFirst: isReadFirst))
        let body = RequestBody.Streamed(length: 5, isReplayable: isReplayable) {
            count.add(())
            return ByteStream(Data("bytes".utf8))
        }
        var call = try Call.fixture(
            body: .stream(body), context: .fixture(time: harness.clock, monitor: harness.monitor))
        call.request.method = .put
        if sent == 2 {
            #expect(try await harness.pipeline.send(call).head.status == .ok)
        } else {
            await expectError(.transport(.connectionRefused)) { try await harness.pipeline.send(call) }
            #expect(harness.decisions == [.notRetried(.bodySpent)])
        }
        #expect(count.all.count == opened)
        #expect(harness.transport.calls.count == sent)
    }
}

@Suite("Retries and authentication", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RetryAuthenticationTests {
    private let policy = RetryPolicy(budget: nil, circuit: nil)

    private var interceptor: RetryInterceptor {
        RetryInterceptor(health: OriginHealth(policy: policy, random: SteadyRandom(0)), random: SteadyRandom(0))
    }

    private func decisions(of monitor: MockEventMonitor) -> [String] {
        monitor.names.filter { ["retryScheduled", "notRetried", "resent"].contains($0) }
    }

    @Test("a refresh and the resent request are one attempt and no retry")
    func refresh() async throws {
        let harness = try MemberHarness(outer: [interceptor])
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.server.tokens() == ["access-1", "access-2"])
        #expect(decisions(of: harness.monitor) == ["resent"])
    }

    @Test(
        "a lost refresh is not repeated, because its token may be spent",
        arguments: [
            NetworkError.Cause.transport(.connectionLost), .transport(.connectionRefused),
            .status(HTTPFailure(status: 503)),
        ])
    func lostRefresh(cause: NetworkError.Cause) async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.failure(.fixture(cause))]), outer: [interceptor])
        _ = try? await harness.session.send(.item)
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.server.requests.count == 1)
        #expect(harness.monitor.events.map(\.kind).contains(.notRetried(.credential)))
    }
}
