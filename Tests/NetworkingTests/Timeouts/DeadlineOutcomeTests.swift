import NetworkSimulation
import Primitives
import TestSupport
import Testing

@testable import Networking

/// What a task group would guarantee for work that has a deadline.
@Suite("Work with a deadline", .timeLimit(.minutes(1)))
struct DeadlineOutcomeTests {
    private static let oneSecond = Deadline(.total(.seconds(1)), from: .zero)

    @Test("is not late if it ends in time, and leaves no timer behind")
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

    @Test("sets no timer if it never suspends, even if the deadline has passed")
    func atOnce() async {
        let clock = ManualClock()
        #expect(await Deadline(.total(.zero), from: .zero).outcome(on: clock) { 7 } == (7, false))
        #expect(clock.deadlines.isEmpty)
    }

    @Test("is cancelled at the deadline, and its value is late")
    func late() async {
        let (clock, gate) = (ManualClock(), Gate())
        async let outcome = Self.oneSecond.outcome(on: clock) { () -> Bool in
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
            let outcome = await Deadline(.total(limit), from: .zero).outcome(on: time) { () -> Bool in
                // Waits for its moment, cancelled or not.
                await withCheckedContinuation { continuation in
                    _ = time.setTimer(at: .seconds(60)) { continuation.resume() }
                }
                return Task.isCancelled
            }
            #expect(outcome == (true, true))
            #expect(time.monotonicTime == .seconds(60))
        }
    }

    @Test("is cancelled with its caller, which is not late")
    func cancelled() async {
        let (clock, gate) = (ManualClock(), Gate())
        let task = Task {
            await Self.oneSecond.outcome(on: clock) { () -> Bool in
                await gate.pass()
                return Task.isCancelled
            }
        }
        await gate.waitForArrivals(1)
        task.cancel()
        #expect(await task.value == (true, false))
    }

    @Test("begins cancelled if its caller is cancelled")
    func cancelledBefore() async {
        let clock = ManualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.oneSecond.outcome(on: clock) { Task.isCancelled }
        }
        #expect(await task.value == (true, false))
    }
}
