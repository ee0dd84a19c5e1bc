import ContractSuites
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import TestSupport
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
        return try Client.fixture(transport: transport, interceptors: interceptors, time: clock)
            .session(for: TestGuest.self)
    }

    private func makeHeldTransport() -> MockTransport {
        MockTransport(
            over: FakeTransport { [held] _ in
                await held.pass()
                return .json(#"{"name":"pen"}"#)
            })
    }

    @Test(
        "a deadline before the attempt timeout ends the call, and the error gives the caller's timeout",
        arguments: [
            Duration.seconds(3), .milliseconds(300),
        ])
    func nearer(total: Duration) async throws {
        let session = try makeSession(total: total, attempt: .seconds(10), transport: makeHeldTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.advanceToNextDeadline()
        await expectError(.timeout(.total(total))) { try await call.value }
        #expect(clock.monotonicTime == total)
        #expect(clock.deadlines.isEmpty)
    }

    @Test("an attempt timeout before the deadline ends the attempt")
    func farther() async throws {
        let session = try makeSession(total: .seconds(10), attempt: .seconds(3), transport: makeHeldTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        await clock.advanceToNextDeadline()
        await expectError(.timeout(.attempt(.seconds(3)))) { try await call.value }
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
        let transport = makeHeldTransport()
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
        "an inner deadline does not extend an outer one, nor the reverse",
        arguments: [true, false])
    func nested(isOuterNearer: Bool) async throws {
        let totals: [Duration] = isOuterNearer ? [.seconds(5), .seconds(60)] : [.seconds(60), .seconds(5)]
        for (timeout, interceptors) in [
            (NetworkError.Timeout.total(.seconds(5)), totals.map { DeadlineInterceptor(total: $0) as any Interceptor }),
            (.attempt(.seconds(5)), totals.map { AttemptTimeoutInterceptor(limit: $0) }),
        ] {
            let (clock, held) = (ManualClock(), Gate())
            let transport = FakeTransport { _ in
                await held.pass()
                return .json("{}")
            }
            let session = try Client.fixture(transport: transport, interceptors: interceptors, time: clock)
                .session(for: TestGuest.self)
            let call = Task { try await session.send(.item) }
            await held.waitForArrivals(1)
            await clock.waitForSleepers(1)
            #expect(clock.deadlines == [.seconds(5)])
            clock.advance(by: .seconds(5))
            await expectError(.timeout(timeout)) { try await call.value }
        }
    }

    @Test("an interceptor that waits until the attempt's end starts no exchange")
    func spentAttempt() async throws {
        let clock = clock
        let slow = MockInterceptor { call, next throws(NetworkError) in
            clock.advance(by: .seconds(5))
            return try await next(call)
        }
        let session = try Client.fixture(
            transport: MockTransport(),
            interceptors: [
                DeadlineInterceptor(total: .seconds(60)), AttemptTimeoutInterceptor(limit: .seconds(5)), slow,
            ], time: clock
        ).session(for: TestGuest.self)
        let error = await expectError(.timeout(.attempt(.seconds(5)))) { try await session.send(.item) }
        #expect(error?.metadata.attempts == 0)
    }

    @Test("no attempt starts after the deadline", arguments: [Duration.seconds(5), .seconds(500)])
    func spent(spent: Duration) async throws {
        let clock = clock
        let slow = MockInterceptor { call, next throws(NetworkError) in
            clock.advance(by: spent)
            return try await next(call)
        }
        let session = try makeSession(
            total: .seconds(5), attempt: .seconds(10), between: [slow], transport: MockTransport())
        let error = await expectError(.timeout(.total(.seconds(5)))) { try await session.send(.item) }
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
        let call = Task { try await harness.session.send(.item) }
        await held.waitForArrivals(1)
        await harness.clock.waitForSleepers(1)
        harness.clock.advance(by: .seconds(5))
        let error = await expectError(.timeout(timeout)) { try await call.value }
        #expect(error?.concernsRefresh == false, "the refresh has not failed")
        held.open()
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("a caller's cancellation is no timeout and leaves no timer")
    func cancelled() async throws {
        let session = try makeSession(total: .seconds(5), attempt: .seconds(3), transport: makeHeldTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        call.cancel()
        await expectError(.cancelled) { try await call.value }
        #expect(clock.deadlines.isEmpty)
    }

    @Test("a call without time sends nothing", arguments: [Duration.zero, .seconds(-1)])
    func noTime(total: Duration) async throws {
        let session = try makeSession(total: total, attempt: .seconds(3), transport: MockTransport())
        await expectError(.timeout(.total(total))) { try await session.send(.item) }
    }

    @Test("the deadline cancels an interceptor's own wait, and the call ends after it")
    func ownWait() async throws {
        let waiting = MockInterceptor { [held] call, next throws(NetworkError) in
            try await call.beforeDeadline { () throws(NetworkError) in
                await held.pass()
                throw call.context.error(.cancelled, call.request)
            }
            Issue.record("went on after the deadline")
            return try await next(call)
        }
        let session = try makeSession(
            total: .seconds(5), attempt: .seconds(3), between: [waiting], transport: MockTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await expectError(.timeout(.total(.seconds(5)))) { try await call.value }
    }

    @Test(
        "a resource that an interceptor acquires after the deadline is handed over for release, and no exchange starts")
    func lateAcquisition() async throws {
        let pool = ResourcePool()
        let acquiring = MockInterceptor { [held] call, next throws(NetworkError) in
            let resource = try await call.beforeDeadline { () throws(NetworkError) in
                await held.pass()
                return pool.acquire()
            }
            defer { pool.release(resource) }
            return try await next(call)
        }
        let session = try makeSession(
            total: .seconds(5), attempt: .seconds(3), between: [acquiring], transport: MockTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await expectError(.timeout(.total(.seconds(5)))) { try await call.value }
        #expect(pool.acquired == 1 && pool.open.isEmpty)
    }

    @Test("an interceptor's own wait is not affected if it ends in time or without a deadline")
    func ownWaitInTime() async throws {
        let clock = clock
        let interceptors: [any Interceptor] = [
            MockInterceptor { call, next throws(NetworkError) in
                let seconds = try await call.beforeDeadline { () throws(NetworkError) in 7 }
                #expect(seconds == 7)
                return try await next(call)
            }
        ]
        let transport = MockTransport(over: FakeTransport { _ in .json(#"{"name":"pen"}"#) })
        let limited = try makeSession(
            total: .seconds(5), attempt: .seconds(3), between: interceptors, transport: transport)
        #expect(try await limited.send(.item) == Item(name: "pen"))
        let unlimited = try Client.fixture(transport: transport, interceptors: interceptors, time: clock)
            .session(for: TestGuest.self)
        #expect(try await unlimited.send(.item) == Item(name: "pen"))
        #expect(clock.deadlines.isEmpty)
    }
}

/// Resources that an interceptor acquires and must release.
private final class ResourcePool: Sendable {
    private struct State {
        var acquired = 0
        var open: Set<Int> = []
    }

    private let state = Mutex(State())

    var acquired: Int { state.withLock(\.acquired) }
    var open: Set<Int> { state.withLock(\.open) }

    func acquire() -> Int {
        state.withLock { state in
            state.acquired += 1
            state.open.insert(state.acquired)
            return state.acquired
        }
    }

    func release(_ resource: Int) {
        state.withLock { _ = $0.open.remove(resource) }
    }
}
