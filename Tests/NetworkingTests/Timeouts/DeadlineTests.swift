import ContractSuites
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Networking

@Suite("The deadline", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
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
        "is the nearer limit: the error names the total that the caller allowed",
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

    @Test("is the farther limit: the attempt ends first")
    func farther() async throws {
        let session = try makeSession(total: .seconds(10), attempt: .seconds(3), transport: makeHeldTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        await clock.advanceToNextDeadline()
        await expectError(.timeout(.attempt(.seconds(3)))) { try await call.value }
    }

    @Test("spans all attempts, while the attempt timeout begins anew with each")
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
        // The deadline comes first now, and watches over this attempt as well.
        await held.waitForArrivals(3)
        #expect(clock.deadlines == [.seconds(25)])
        clock.advance(by: .seconds(5))
        let error = await expectError(.timeout(.total(.seconds(25)))) { try await call.value }
        #expect(error?.metadata.attempts == 3)
        #expect(transport.requests.count == 3)
    }

    @Test(
        "an inner limit of the same kind does not lengthen an outer one, nor the other way round",
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

    @Test("no exchange begins for a link that waited until the attempt's end")
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

    @Test("once it has passed, no attempt begins", arguments: [Duration.seconds(5), .seconds(500)])
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
        "holds while a call waits for a renewal, which goes on without it",
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
        #expect(error?.concernsRefresh == false, "the renewal has not failed")
        held.open()
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("the caller's cancellation is no timeout and leaves no timer behind")
    func cancelled() async throws {
        let session = try makeSession(total: .seconds(5), attempt: .seconds(3), transport: makeHeldTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        call.cancel()
        await expectError(.cancelled) { try await call.value }
        #expect(clock.deadlines.isEmpty)
    }

    @Test("no time at all sends nothing", arguments: [Duration.zero, .seconds(-1)])
    func noTime(total: Duration) async throws {
        let session = try makeSession(total: total, attempt: .seconds(3), transport: MockTransport())
        await expectError(.timeout(.total(total))) { try await session.send(.item) }
    }

    @Test("holds while a link waits for something of its own, which is cancelled and waited for")
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

    @Test("gives a link what it was lent too late, so that it can give it back, and begins no exchange")
    func lateLoan() async throws {
        let loans = Loans()
        let borrowing = MockInterceptor { [held] call, next throws(NetworkError) in
            let loan = try await call.beforeDeadline { () throws(NetworkError) in
                await held.pass()
                return loans.lend()
            }
            defer { loans.takeBack(loan) }
            return try await next(call)
        }
        let session = try makeSession(
            total: .seconds(5), attempt: .seconds(3), between: [borrowing], transport: MockTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await expectError(.timeout(.total(.seconds(5)))) { try await call.value }
        #expect(loans.lent == 1 && loans.open.isEmpty)
    }

    @Test("lets a link's own wait be if it ends in time, or if there is no deadline")
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

/// What a link borrows and has to give back.
private final class Loans: Sendable {
    private struct State {
        var lent = 0
        var open: Set<Int> = []
    }

    private let state = Mutex(State())

    var lent: Int { state.withLock(\.lent) }
    var open: Set<Int> { state.withLock(\.open) }

    func lend() -> Int {
        state.withLock { state in
            state.lent += 1
            state.open.insert(state.lent)
            return state.lent
        }
    }

    func takeBack(_ loan: Int) {
        state.withLock { _ = $0.open.remove(loan) }
    }
}
