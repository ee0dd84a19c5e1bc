import NetworkSimulation
import Primitives
import TestSupport
import Testing

@testable import Networking

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

    @Test("work is cancelled at the deadline, and its value is late")
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
        "the outcome is known only after the work has ended, however late it notices its cancellation",
        arguments: [Duration.seconds(1), .seconds(30)])
    func ending(limit: Duration) throws {
        let world = SimulatedWorld(seed: 1)
        let time = world.time
        try world.run {
            let outcome = await Deadline(.total(limit), from: .zero).outcome(on: time) { () -> Bool in
                // Waits for its time, cancelled or not.
                await withCheckedContinuation { continuation in
                    _ = time.setTimer(at: .seconds(60)) { continuation.resume() }
                }
                return Task.isCancelled
            }
            #expect(outcome == (true, true))
            #expect(time.monotonicTime == .seconds(60))
        }
    }

    @Test("work cancelled with its caller is not late")
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

    @Test("work starts cancelled if its caller is cancelled")
    func cancelledBefore() async {
        let clock = ManualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.oneSecond.outcome(on: clock) { Task.isCancelled }
        }
        #expect(await task.value == (true, false))
    }
}
