import ContractSuites
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("ManualClock", .timeLimit(.minutes(10))) struct ManualClockTests {
    @Test("passes the contract", arguments: TimeSourceContract.clauses)
    func contract(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        let clock = ManualClock()
        let subject = TimeSourceContract.Subject(clock) { duration in
            await clock.waitForSleepers(1)
            clock.advance(by: duration)
        }
        try await clause.check(subject)
    }

    @Test("a manual clock does not advance by itself, and its wall clock can be set alone, also back")
    func standsStill() {
        let clock = ManualClock(start: Date(timeIntervalSince1970: 1_000))
        clock.advance(by: .milliseconds(1_500))
        clock.moveWallClock(by: .seconds(-100))
        #expect(clock.monotonicTime == .milliseconds(1_500))
        #expect(clock.now == Date(timeIntervalSince1970: 901.5))
    }

    @Test("timers fire at their deadlines and in that order, and those of one deadline in the order of arrival")
    func wakingOrder() {
        let clock = ManualClock()
        let woken = Mutex<[String]>([])
        // Timers fire within the call that advances time. The executor decides which of two woken tasks runs first.
        for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("b again", 2)] {
            _ = clock.setTimer(at: .seconds(seconds)) { woken.withLock { $0.append(name) } }
        }
        clock.advance(by: .milliseconds(2_999))
        #expect(woken.withLock { $0 } == ["a", "b", "b again"])
        #expect(clock.deadlines == [.seconds(3)])
        clock.advance(by: .milliseconds(1))
        #expect(woken.withLock { $0.last } == "c")
    }

    @Test("advanceToNextDeadline advances exactly to the first deadline")
    func advanceToNext() async throws {
        let clock = ManualClock()
        let backOff = Task {
            for milliseconds in [100, 200, 400] { try await clock.sleep(for: .milliseconds(milliseconds)) }
        }
        var delays: [Duration] = []
        for _ in 1...3 { delays.append(await clock.advanceToNextDeadline()) }
        try await backOff.value
        #expect(delays == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
        #expect(clock.monotonicTime == .milliseconds(700))
    }

    @Test("cancellation ends a wait for sleeping tasks that never come")
    func cancelledWaiting() async {
        let clock = ManualClock()
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
        #expect(clock.deadlines.isEmpty)
    }
}
