import NetworkSimulation
import Primitives
import TestSupport
import Testing

@testable import Networking

/// What a task group would promise of the task that work has of its own under a limit.
@Suite("Work under a limit", .timeLimit(.minutes(1)))
struct TimeLimitTests {
    @Test("is not late if it ends in time, and leaves no alarm behind")
    func inTime() async {
        let (clock, gate) = (ManualClock(), Gate())
        async let outcome = TimeLimit(.seconds(1), on: clock).outcome { () -> Int in
            await gate.pass()
            return 7
        }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        gate.open()
        #expect(await outcome == (7, false))
        #expect(clock.deadlines.isEmpty)
    }

    @Test("sets no alarm if it never waits, even if the moment has passed")
    func atOnce() async {
        let clock = ManualClock()
        #expect(await TimeLimit(.zero, on: clock).outcome { 7 } == (7, false))
        #expect(clock.deadlines.isEmpty)
    }

    @Test("is cancelled at its limit, and what it comes to then is late")
    func late() async {
        let (clock, gate) = (ManualClock(), Gate())
        async let outcome = TimeLimit(.seconds(1), on: clock).outcome { () -> Bool in
            await gate.pass()
            return Task.isCancelled
        }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await outcome == (true, true))
    }

    @Test(
        "has ended when its outcome is known, however long it takes to notice that time is up",
        arguments: [Duration.seconds(1), .seconds(30)])
    func ending(limit: Duration) throws {
        let world = SimulatedWorld(seed: 1)
        let time = world.time
        try world.run {
            let outcome = await TimeLimit(limit, on: time).outcome { () -> Bool in
                // Waits for its moment, cancelled or not.
                await withCheckedContinuation { continuation in
                    _ = time.setAlarm(at: .seconds(60)) { continuation.resume() }
                }
                return Task.isCancelled
            }
            #expect(outcome == (true, true))
            #expect(time.uptime == .seconds(60))
        }
    }

    @Test("is cancelled with its caller, which is not late")
    func cancelled() async {
        let (clock, gate) = (ManualClock(), Gate())
        let task = Task {
            await TimeLimit(.seconds(1), on: clock).outcome { () -> Bool in
                await gate.pass()
                return Task.isCancelled
            }
        }
        await gate.waitForArrivals(1)
        task.cancel()
        #expect(await task.value == (true, false))
    }

    @Test("begins cancelled where its caller is")
    func cancelledBefore() async {
        let clock = ManualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await TimeLimit(.seconds(1), on: clock).outcome { Task.isCancelled }
        }
        #expect(await task.value == (true, false))
    }
}
