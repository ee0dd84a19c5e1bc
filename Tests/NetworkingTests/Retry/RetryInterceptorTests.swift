import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Retried calls", .timeLimit(.minutes(10)))
struct RetryInterceptorTests {
    private static let status503 = NetworkError.Cause.status(HTTPFailure(status: 503))

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
            .response(.json(#"{"detail":"Down till noon."}"#, status: .badGateway)))
        let error = await expectError(
            .status(HTTPFailure(status: 502, message: "Down till noon."))
        ) { try await harness.session.send(.item) }
        #expect(error?.metadata.attempts == 3)
        #expect(harness.decisions.last == .notRetried(.attemptsUsedUp(3)))
    }

    @Test("a retried call ends with the last error if that came last")
    func lastError() async throws {
        let harness = try RetryHarness(
            RetryPolicy(maximumAttempts: 2, budget: nil, circuit: nil), jitter: 0,
            responding: .status(.serviceUnavailable),
            .failure(.connectionLost))
        await expectError(.transport(.connectionLost)) { try await harness.session.send(.item) }
    }

    @Test("a success or a final failure status reports no retry decision")
    func quiet() async throws {
        let harness = try RetryHarness(responding: .item, .status(.notFound))
        _ = try await harness.session.send(.item)
        _ = try? await harness.session.send(.item)
        #expect(harness.decisions.isEmpty)
        #expect(harness.transport.calls.count == 2)
    }

    @Test("a POST that the server may have processed is not retried, and the monitor receives the reason")
    func unsafe() async throws {
        let harness = try RetryHarness(responding: .status(.serviceUnavailable))
        await expectError(Self.status503) { try await harness.session.send(.post(.none)) }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.decisions == [.notRetried(.unsafeMethod)])
    }

    @Test(
        "a POST that the server can't have processed is retried",
        arguments: [
            ScriptedServer.Response.status(.tooManyRequests), .failure(.notSent), .failure(.poolTimeout),
            .failure(.connectionRefused),
        ])
    func safePost(response: ScriptedServer.Response) async throws {
        let harness = try RetryHarness(jitter: 0, responding: response, .item)
        #expect(try await harness.session.send(.post(.none)) == Item(name: "pen"))
        #expect(harness.transport.calls.count == 2)
    }

    @Test(
        "a POST that was processed and redirected is not retried, even if the redirect's target refuses the connection")
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
        "a policy without retries passes every result through",
        arguments: [RetryPolicy.never, RetryPolicy(maximumAttempts: 1)])
    func off(policy: RetryPolicy) async throws {
        let harness = try RetryHarness(policy, responding: .status(.serviceUnavailable))
        await expectError(Self.status503) { try await harness.session.send(.item) }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.decisions.isEmpty)
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

    @Test("a call does not wait for a retry after its deadline")
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

    @Test("a call fails at once with the server's delay if that is longer than the limit")
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

    @Test("a process's first call is retried with the default configuration")
    func defaults() async throws {
        let transport = MockTransport(over: ScriptedServer([.status(.serviceUnavailable), .item]))
        let random = SteadyRandom(0)
        let interceptor = RetryInterceptor(health: OriginHealth(random: random), random: random)
        let session = try Client.fixture(transport: transport, interceptors: [interceptor]).session(for: TestGuest.self)
        #expect(try await session.send(.item) == Item(name: "pen"))
        #expect(transport.calls.count == 2)
    }

    @Test("a deadline that expires during an attempt ends the call with the deadline's timeout")
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
        #expect(harness.decisions.count == 1, "no second decision")
    }

    @Test("an attempt that times out is retried")
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

    @Test("a call cancelled during its retry delay ends as cancelled at once, without another attempt")
    func cancelledAsleep() async throws {
        let harness = try RetryHarness(responding: .status(.serviceUnavailable))
        let call = Task { try await harness.session.send(.item) }
        await harness.clock.waitForSleepers(1)
        call.cancel()
        await expectError(.cancelled) { try await call.value }
        #expect(harness.transport.calls.count == 1)
        #expect(harness.clock.deadlines.isEmpty)
        #expect(harness.decisions.count == 1, "a cancellation reports no decision")
    }

    @Test("a call cancelled during an attempt is not retried")
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

    @Test("a streamed body is released before the next attempt starts")
    func droppedBody() async throws {
        let body = BodyWatch()
        let harness = try RetryHarness(responding: .response(unavailable(watchedBy: body)), .status(.ok))
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
