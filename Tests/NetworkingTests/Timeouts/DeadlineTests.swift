import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import NetworkSimulation
import NetworkingTestSupport
import Primitives
import Testing

@testable import Networking

@Suite("Deadlines", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct DeadlineTests {
    private let clock = ManualClock()
    private let held = Gate()

    private func makeSession(
        total: Duration, attempt: Duration, between: [any Interceptor] = [], transport: any Transport
    ) throws -> Session<TestGuest> {
        let interceptors: [any Interceptor] =
            [DeadlineInterceptor(total: total)] + between + [AttemptTimeoutInterceptor(limit: attempt)]
        return try Session.guest(over: transport, through: interceptors, time: clock)
    }

    @Test("the deadline spans all attempts, while the attempt timeout restarts with each")
    func allAttempts() async throws {
        let clock = clock
        let again = MockInterceptor { call, next throws(NetworkError) in
            for _ in 1...2 {
                do throws(NetworkError) {
                    return try await next(call)
                } catch {
                    continue
                }
            }
            return try await next(call)
        }
        let transport = MockTransport.held(at: held)
        let session = try makeSession(
            total: .seconds(25), attempt: .seconds(10), between: [again], transport: transport)
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        #expect(clock.deadlines == [.seconds(10)])
        clock.advance(by: .seconds(10))
        await held.waitForArrivals(2)
        await clock.waitForSleepers(1)
        #expect(clock.deadlines == [.seconds(20)])
        clock.advance(by: .seconds(10))
        // The deadline is now the earlier limit, and applies to this attempt as well.
        await held.waitForArrivals(3)
        #expect(clock.deadlines == [.seconds(25)])
        clock.advance(by: .seconds(5))
        let error = await expectError(.timeout(.total(.seconds(25)))) { try await call.value }
        #expect(error?.metadata.attempts == 3)
        #expect(transport.requests.count == 3)
    }

    @Test(
        "the nearest of several limits ends the call, and the error gives its timeout",
        arguments: [
            [.total(.seconds(5)), .total(.seconds(60))], [.total(.seconds(60)), .total(.seconds(5))],
            [.attempt(.seconds(5)), .attempt(.seconds(60))], [.attempt(.seconds(60)), .attempt(.seconds(5))],
            [.total(.seconds(5)), .attempt(.seconds(60))], [.total(.seconds(60)), .attempt(.seconds(5))],
            // Together with the last attempt, the call has ended.
            [.total(.seconds(5)), .attempt(.seconds(5))],
        ] as [[NetworkError.Timeout]])
    func nested(timeouts: [NetworkError.Timeout]) async throws {
        let interceptors = timeouts.map { timeout -> any Interceptor in
            switch timeout {
            case .total(let total): DeadlineInterceptor(total: total)
            case .attempt(let limit): AttemptTimeoutInterceptor(limit: limit)
            }
        }
        let session = try Session.guest(over: MockTransport.held(at: held), through: interceptors, time: clock)
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        #expect(await clock.advanceToNextDeadline() == .seconds(5))
        let nearest = try #require(timeouts.first { $0.duration == .seconds(5) })
        let error = await expectError(.timeout(nearest)) { try await call.value }
        #expect(error?.metadata.attempts == 1)
        #expect(clock.deadlines.isEmpty)
    }

    @Test(
        "no attempt starts after the deadline",
        arguments: [
            (Duration.seconds(5), NetworkError.Timeout.total(.seconds(5))), (.seconds(500), .total(.seconds(5))),
            (.seconds(5), .attempt(.seconds(5))),
        ])
    func spent(spent: Duration, timeout: NetworkError.Timeout) async throws {
        let clock = clock
        let slow = MockInterceptor { call, next throws(NetworkError) in
            clock.advance(by: spent)
            return try await next(call)
        }
        let attempt = AttemptTimeoutInterceptor(limit: .seconds(5))
        let interceptors: [any Interceptor] =
            if case .total = timeout {
                [DeadlineInterceptor(total: .seconds(5)), slow, attempt]
            } else {
                [DeadlineInterceptor(total: .seconds(60)), attempt, slow]
            }
        let session = try Session.guest(over: MockTransport(), through: interceptors, time: clock)
        let error = await expectError(.timeout(timeout)) { try await session.send(.item) }
        #expect(error?.metadata.attempts == 0)
    }

    @Test(
        "the deadline ends a call that waits for a refresh, and the refresh continues",
        arguments: [
            (DeadlineInterceptor(total: .seconds(5)) as any Interceptor, NetworkError.Timeout.total(.seconds(5))),
            (AttemptTimeoutInterceptor(limit: .seconds(5)), .attempt(.seconds(5))),
        ])
    func refresh(limit: any Interceptor, timeout: NetworkError.Timeout) async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: held), outer: [limit])
        let call = Task { try await harness.send() }
        await held.waitForArrivals(1)
        await harness.clock.waitForSleepers(1)
        harness.clock.advance(by: .seconds(5))
        let error = await expectError(.timeout(timeout)) { try await call.value }
        #expect(error?.concernsRefresh == false, "the refresh has not failed")
        held.open()
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("a call or an attempt without time sends nothing", arguments: [Duration.zero, .seconds(-1)])
    func noTime(time: Duration) async throws {
        let session = try makeSession(total: time, attempt: .seconds(3), transport: MockTransport())
        await expectError(.timeout(.total(time))) { try await session.send(.item) }
        let attempt = try makeSession(total: .seconds(3), attempt: time, transport: MockTransport())
        await expectError(.timeout(.attempt(time))) { try await attempt.send(.item) }
    }

    @Test(
        "the deadline cancels an interceptor's own wait; a resource acquired after it is released, and nothing is sent")
    func lateAcquisition() async throws {
        let journal = LineRecorder()
        let acquiring = MockInterceptor { [held] call, next throws(NetworkError) in
            try await call.beforeDeadline { () throws(NetworkError) in
                await held.pass()
                journal.add("acquired")
            }
            defer { journal.add("released") }
            return try await next(call)
        }
        let session = try makeSession(
            total: .seconds(5), attempt: .seconds(3), between: [acquiring], transport: MockTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await expectError(.timeout(.total(.seconds(5)))) { try await call.value }
        #expect(journal.all == ["acquired", "released"])
    }

    @Test("an interceptor's own wait is not affected without a deadline")
    func ownWaitWithoutDeadline() async throws {
        let waiting = MockInterceptor { call, next throws(NetworkError) in
            #expect(try await call.beforeDeadline { () throws(NetworkError) in 7 } == 7)
            return try await next(call)
        }
        let transport = MockTransport(.json(#"{"name":"pen"}"#))
        #expect(try await Session.guest(over: transport, through: [waiting]).send(.item) == Item(name: "pen"))
    }

    @Test("a response after the timeout is a failed attempt, although the transport ignored its cancellation")
    func lateResponse() throws {
        let (world, monitor) = (SimulatedWorld(seed: 1), MockEventMonitor())
        let session = try Session.guest(
            over: StubbornTransport(time: world.time), through: [AttemptTimeoutInterceptor(limit: .seconds(1))],
            time: world.time, monitor: monitor)
        let error = #expect(throws: NetworkError.self) { try world.run { try await session.send(.item) } }
        #expect(error?.cause == .timeout(.attempt(.seconds(1))))
        #expect(monitor.names == ["started", "attemptStarted", "attemptFailed", "failed"])
        #expect(world.time.monotonicTime == .seconds(60), "the call does not end before its work")
    }
}

/// Responds after a minute, cancelled or not.
private struct StubbornTransport: Transport {
    let time: any TimeSource

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        await withCheckedContinuation { continuation in
            _ = time.setTimer(at: .seconds(60)) { continuation.resume() }
        }
        return .empty(.ok)
    }

    func shutdown() async {}
}

/// The guarantees of a task group, for work with a deadline.
@Suite("Work with a deadline", .timeLimit(.minutes(10)))
struct DeadlineOutcomeTests {
    private static let oneSecond = Deadline(.total(.seconds(1)), from: .zero)

    @Test("work that ends in time is not late and leaves no timer")
    func inTime() async {
        let (clock, gate) = (ManualClock(), Gate())
        async let outcome = Self.oneSecond.outcome(on: clock) { () -> Int in
            await gate.pass()
            return 7
        }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        gate.open()
        #expect(await outcome == (7, false))
        #expect(clock.deadlines.isEmpty)
    }

    @Test("work that never suspends sets no timer, even if the deadline has passed")
    func atOnce() async {
        let clock = ManualClock()
        #expect(await Deadline(.total(.zero), from: .zero).outcome(on: clock) { 7 } == (7, false))
        #expect(clock.deadlines.isEmpty)
    }

    @Test("work cancelled with its caller, or before, is cancelled and not late", arguments: [false, true])
    func cancelled(isBefore: Bool) async {
        let (clock, gate) = (ManualClock(), Gate())
        let task = Task {
            if isBefore { withUnsafeCurrentTask { $0?.cancel() } }
            return await Self.oneSecond.outcome(on: clock) { () -> Bool in
                if !isBefore { await gate.pass() }
                return Task.isCancelled
            }
        }
        if !isBefore { await gate.waitForArrivals(1) }
        task.cancel()
        #expect(await task.value == (true, false))
    }
}
