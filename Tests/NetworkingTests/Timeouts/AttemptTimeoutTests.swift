import ContractSuites
import Foundation
import HTTPTypes
import NetworkSimulation
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Attempt timeout", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct AttemptTimeoutTests {
    private let clock = ManualClock()
    private let held = Gate()

    /// A server that responds when the gate opens.
    private func makeTransport() -> MockTransport { .held(at: held) }

    private func makeSession(
        limit: Duration, transport: any Transport, monitor: any EventMonitor = SilentMonitor()
    ) throws -> Session<TestGuest> {
        try Session.guest(
            over: transport, through: [AttemptTimeoutInterceptor(limit: limit)], time: clock, monitor: monitor)
    }

    @Test(
        "an attempt ends exactly at its timeout",
        arguments: [
            Duration.seconds(30), .milliseconds(900), .milliseconds(250), .microseconds(1), .nanoseconds(1),
        ])
    func limit(limit: Duration) async throws {
        let session = try makeSession(limit: limit, transport: makeTransport())
        let call = Task { try await session.send(.item) }
        await clock.waitForSleepers(1)
        #expect(clock.deadlines == [limit])
        clock.advance(by: limit)
        let error = await expectError(.timeout(.attempt(limit))) { try await call.value }
        #expect(error?.metadata.attempts == 1)
        #expect(error?.isRetryable == true)
    }

    @Test("a body that stalls after its head times the attempt out")
    func stalledBody() async throws {
        let session = try makeSession(
            limit: .seconds(2), transport: MockTransport(responding: .stalled(at: held, after: #"{"na"#)))
        let call = Task { try await session.send(.item) }
        await clock.waitForSleepers(1)
        await held.waitForArrivals(1)
        clock.advance(by: .seconds(2))
        await expectError(.timeout(.attempt(.seconds(2)))) { try await call.value }
    }

    @Test("the timeout of a streamed call ends with its head")
    func streamed() async throws {
        let pipeline = Pipeline(
            interceptors: [AttemptTimeoutInterceptor(limit: .seconds(2))],
            transport: MockTransport(responding: .stalled(at: held, after: "first")))
        let response = try await pipeline.send(.fixture(delivery: .streamed, context: .fixture(time: clock)))
        #expect(clock.deadlines.isEmpty)
        guard case .stream(let stream) = response.body else {
            Issue.record("the body did not come as a stream")
            return
        }
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("first".utf8))
        clock.advance(by: .seconds(60))
        held.open()
        #expect(try await iterator.next() == nil)
    }

    @Test("each attempt that times out is reported once, as a timeout")
    func events() async throws {
        let monitor = MockEventMonitor()
        let session = try makeSession(limit: .seconds(1), transport: makeTransport(), monitor: monitor)
        let call = Task { try await session.send(.item) }
        await clock.advanceToNextDeadline()
        _ = await call.result
        #expect(monitor.names == ["started", "attemptStarted", "attemptFailed", "failed"])
        #expect(monitor.events.map(\.kind).contains(.attemptFailed(.timeout(.attempt(.seconds(1))))))
    }

    @Test("a response after the timeout is a timeout although the transport ignored its cancellation")
    func lateResponse() throws {
        let world = SimulatedWorld(seed: 1)
        let transport = StubbornTransport(time: world.time, respondsAt: .seconds(60))
        let pipeline = Pipeline(interceptors: [AttemptTimeoutInterceptor(limit: .seconds(1))], transport: transport)
        let error = #expect(throws: NetworkError.self) {
            try world.run { try await pipeline.send(.fixture(context: .fixture(time: world.time))) }
        }
        #expect(error?.cause == .timeout(.attempt(.seconds(1))))
    }
}

/// Responds at its time, cancelled or not.
private struct StubbornTransport: Transport {
    let time: any TimeSource
    let respondsAt: Duration

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        await withCheckedContinuation { continuation in
            _ = time.setTimer(at: respondsAt) { continuation.resume() }
        }
        return .empty(.ok)
    }

    func shutdown() async {}
}
