import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("A call that failed", .timeLimit(.minutes(1)))
struct RetryInterceptorTests {
    private static let status503 = NetworkError.Cause.status(HTTPFailure(status: 503))

    @Test("is sent again after its delay, and the caller sees the good answer alone")
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

    @Test("ends with the last answer, not the first")
    func lastResponse() async throws {
        let harness = try RetryHarness(
            jitter: 0, responding: .failure(.connectionRefused), .status(.serviceUnavailable),
            .response(.json(#"{"detail":"Down till noon."}"#, status: .badGateway)))
        let error = await expectError(
            .status(HTTPFailure(status: 502, message: "Down till noon."))
        ) { try await harness.session.send(.item) }
        #expect(error?.metadata.attempts == 3)
        #expect(harness.decisions.last == .notRetried(.attemptsUsedUp(3)))
    }

    @Test("ends with the last error, where that came last")
    func lastError() async throws {
        let harness = try RetryHarness(
            RetryPolicy(maximumAttempts: 2, budget: nil, circuit: nil), jitter: 0,
            responding: .status(.serviceUnavailable),
            .failure(.connectionLost))
        await expectError(.transport(.connectionLost)) { try await harness.session.send(.item) }
    }

    @Test("a success leaves no decision behind, nor does an answer that is simply no")
    func quiet() async throws {
        let harness = try RetryHarness(responding: .item, .status(.notFound))
        _ = try await harness.session.send(.item)
        _ = try? await harness.session.send(.item)
        #expect(harness.decisions.isEmpty)
        #expect(harness.transport.calls.count == 2)
    }

    @Test("a POST that may have been acted on is not sent again, and the caller is told why")
    func unsafe() async throws {
        let harness = try RetryHarness(responding: .status(.serviceUnavailable))
        await expectError(Self.status503) { try await harness.session.send(.post(.none)) }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.decisions == [.notRetried(.unsafeMethod)])
    }

    @Test(
        "a POST that can't have been acted on is sent again",
        arguments: [
            ScriptedServer.Response.status(.tooManyRequests), .failure(.connectionStale), .failure(.connectionRefused),
        ])
    func safePost(response: ScriptedServer.Response) async throws {
        let harness = try RetryHarness(jitter: 0, responding: response, .item)
        #expect(try await harness.session.send(.post(.none)) == Item(name: "pen"))
        #expect(harness.transport.calls.count == 2)
    }

    @Test("a POST that was acted on and led elsewhere is not sent again, though nothing listens there")
    func secondHop() async throws {
        let redirect = MockInterceptor { call, next throws(NetworkError) in
            _ = try await next(call)
            return try await next(call)
        }
        let harness = try RetryHarness(
            inner: [redirect], jitter: 0, responding: .status(.seeOther), .failure(.connectionRefused))
        await expectError(.transport(.connectionRefused)) { try await harness.session.send(.post(.none)) }
        #expect(harness.transport.calls.count == 2)
        #expect(harness.decisions == [.notRetried(.unsafeMethod)])
    }

    @Test(
        "a policy of never passes everything through", arguments: [RetryPolicy.never, RetryPolicy(maximumAttempts: 1)])
    func off(policy: RetryPolicy) async throws {
        let harness = try RetryHarness(policy, responding: .status(.serviceUnavailable))
        await expectError(Self.status503) { try await harness.session.send(.item) }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.decisions.isEmpty)
    }

    @Test("waits as long as the server asks, by the server's clock")
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

    @Test("does not wait for what would come after its deadline")
    func deadline() async throws {
        let harness = try RetryHarness(
            outer: [DeadlineInterceptor(total: .seconds(3))],
            responding: .status(.serviceUnavailable, [.retryAfter: "4"]))
        await expectError(.status(HTTPFailure(status: 503, retryAfter: .seconds(4)))) {
            try await harness.session.send(.item)
        }
        #expect(harness.clock.monotonicTime == .zero, "it failed at once")
        #expect(harness.decisions == [.notRetried(.deadlineTooNear(delay: .seconds(6), left: .seconds(3)))])
    }

    @Test("fails at once and says when to come back, if the server asks for a longer wait than the limit")
    func retryAfterTooLong() async throws {
        let harness = try RetryHarness(responding: .status(.serviceUnavailable, [.retryAfter: "90"]), .item)
        let error = await expectError(.status(HTTPFailure(status: 503, retryAfter: .seconds(90)))) {
            try await harness.session.send(.item)
        }
        #expect(error?.userMessage == "The server failed (503). Try again in 90 s.")
        #expect(harness.transport.calls.count == 1)
        #expect(harness.clock.monotonicTime == .zero)
        #expect(harness.decisions == [.notRetried(.retryAfterTooLong(.seconds(90), limit: .seconds(5)))])
    }

    @Test("is retried with nothing configured, in its process's first call")
    func defaults() async throws {
        let transport = MockTransport(over: ScriptedServer([.status(.serviceUnavailable), .item]))
        let random = SteadyRandom(0)
        let interceptor = RetryInterceptor(health: OriginHealth(random: random), random: random)
        let session = try Client.fixture(transport: transport, interceptors: [interceptor]).session(for: TestGuest.self)
        #expect(try await session.send(.item) == Item(name: "pen"))
        #expect(transport.calls.count == 2)
    }

    @Test("a deadline that passes in an attempt ends the call as such")
    func deadlineInAttempt() async throws {
        let gate = Gate()
        let harness = try RetryHarness(
            outer: [DeadlineInterceptor(total: .seconds(3))], responding: .status(.serviceUnavailable),
            .held(gate, then: .item))
        let call = Task { try await harness.session.send(.item) }
        #expect(await harness.clock.advanceToNextDeadline() == .milliseconds(25))
        await gate.waitForArrivals(1)
        await harness.clock.advanceToNextDeadline()
        await expectError(.timeout(.total(.seconds(3)))) { try await call.value }
        #expect(harness.decisions.count == 1, "and nobody decides anything about it")
    }

    @Test("an attempt that took too long is followed by another")
    func attemptTimeout() async throws {
        let gate = Gate()
        let harness = try RetryHarness(
            inner: [AttemptTimeoutInterceptor(limit: .seconds(1))], responding: .held(gate, then: .item), .item)
        let call = Task { try await harness.session.send(.item) }
        await gate.waitForArrivals(1)
        #expect(await harness.clock.advanceToNextDeadline() == .seconds(1))
        #expect(await harness.clock.advanceToNextDeadline() == .milliseconds(25))
        #expect(try await call.value == Item(name: "pen"))
        #expect(harness.decisions == [.retryScheduled(attempt: 2, delay: .milliseconds(25), .timeout)])
    }

    @Test("cancelled while it waits, it ends as cancelled, at once and without another attempt")
    func cancelledAsleep() async throws {
        let harness = try RetryHarness(responding: .status(.serviceUnavailable))
        let call = Task { try await harness.session.send(.item) }
        await harness.clock.waitForSleepers(1)
        call.cancel()
        await expectError(.cancelled) { try await call.value }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.clock.deadlines.isEmpty)
        #expect(harness.decisions.count == 1, "a cancellation is no decision")
    }

    @Test("cancelled under way, it is not sent again")
    func cancelledUnderWay() async throws {
        let gate = Gate()
        let harness = try RetryHarness(responding: .held(gate, then: .item))
        let call = Task { try await harness.session.send(.item) }
        await gate.waitForArrivals(1)
        call.cancel()
        await expectError(.cancelled) { try await call.value }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.decisions.isEmpty)
    }

    @Test("the body that streams is let go before the next attempt begins")
    func droppedBody() async throws {
        let body = BodyWatch()
        let harness = try RetryHarness(responding: .response(unavailable(watchedBy: body)), .status(.ok))
        let response = Task {
            try await harness.pipeline.send(.fixture(delivery: .streamed, context: .fixture(time: harness.clock)))
        }
        await harness.clock.waitForSleepers(1)
        #expect(body.isHeld, "it is the answer, should there be no other attempt")
        await harness.clock.advanceToNextDeadline()
        #expect(try await response.value.head.status == .ok)
        #expect(!body.isHeld)
    }

    /// Made here, so that the test itself holds no answer.
    private func unavailable(watchedBy watch: BodyWatch) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .serviceUnavailable),
            body: .stream(ByteStream(ScriptedBytes([], watchedBy: watch))))
    }
}
