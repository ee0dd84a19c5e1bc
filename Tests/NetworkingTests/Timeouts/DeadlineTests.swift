import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("The deadline", .timeLimit(.minutes(1)))
struct DeadlineTests {
    private let clock = ManualClock()
    private let held = Gate()

    private func makeSession(
        total: Duration, attempt: Duration, between: [any Interceptor] = [], transport: any Transport
    ) throws -> Session<TestGuest> {
        let links: [any Interceptor] =
            [DeadlineInterceptor(total: total)] + between + [AttemptTimeoutInterceptor(limit: attempt)]
        return try Client.fixture(transport: transport, interceptors: links, time: clock)
            .session(for: TestGuest.self)
    }

    private func makeHeldTransport() -> RecordingTransport {
        RecordingTransport(
            FakeTransport { [held] _ in
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
        #expect(clock.uptime == total)
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
        let again = HookInterceptor { call, next throws(NetworkError) in
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
        #expect(error?.evidence.attempts == 3)
        #expect(transport.requests.count == 3)
    }

    @Test("once it has passed, no attempt begins", arguments: [Duration.seconds(5), .seconds(500)])
    func spent(spent: Duration) async throws {
        let clock = clock
        let slow = HookInterceptor { call, next throws(NetworkError) in
            clock.advance(by: spent)
            return try await next(call)
        }
        let session = try makeSession(
            total: .seconds(5), attempt: .seconds(10), between: [slow], transport: FailingTransport())
        let error = await expectError(.timeout(.total(.seconds(5)))) { try await session.send(.item) }
        #expect(error?.evidence.attempts == 0)
    }

    @Test("holds while a call waits for a renewal, which goes on without it")
    func renewal() async throws {
        let world = try MemberWorld(
            refresher: ScriptedRefresher(gate: held), outer: [DeadlineInterceptor(total: .seconds(5))])
        let call = Task { try await world.session.send(.item) }
        await held.waitForArrivals(1)
        // Beside the deadline the renewal's own pulse sleeps, which keeps other processes from renewing.
        await world.clock.waitForSleepers(2)
        world.clock.advance(by: .seconds(5))
        await expectError(.timeout(.total(.seconds(5)))) { try await call.value }
        held.open()
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.count == 1)
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
        let session = try makeSession(total: total, attempt: .seconds(3), transport: FailingTransport())
        await expectError(.timeout(.total(total))) { try await session.send(.item) }
    }

    @Test("holds while a link waits for something of its own, which is cancelled and waited for")
    func ownWait() async throws {
        let waiting = HookInterceptor { [held] call, next throws(NetworkError) in
            let isCancelled = try await call.beforeDeadline { () throws(NetworkError) in
                await held.pass()
                return Task.isCancelled
            }
            Issue.record("went on after the deadline, cancelled: \(isCancelled)")
            return try await next(call)
        }
        let session = try makeSession(
            total: .seconds(5), attempt: .seconds(3), between: [waiting], transport: FailingTransport())
        let call = Task { try await session.send(.item) }
        await held.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await expectError(.timeout(.total(.seconds(5)))) { try await call.value }
    }

    @Test("lets a link's own wait be if it ends in time, or if there is no deadline")
    func ownWaitInTime() async throws {
        let clock = clock
        let links: [any Interceptor] = [
            HookInterceptor { call, next throws(NetworkError) in
                let seconds = try await call.beforeDeadline { () throws(NetworkError) in 7 }
                #expect(seconds == 7)
                return try await next(call)
            }
        ]
        let transport = RecordingTransport(FakeTransport { _ in .json(#"{"name":"pen"}"#) })
        let limited = try makeSession(
            total: .seconds(5), attempt: .seconds(3), between: links, transport: transport)
        #expect(try await limited.send(.item) == Item(name: "pen"))
        let unlimited = try Client.fixture(transport: transport, interceptors: links, time: clock)
            .session(for: TestGuest.self)
        #expect(try await unlimited.send(.item) == Item(name: "pen"))
        #expect(clock.deadlines.isEmpty)
    }
}
