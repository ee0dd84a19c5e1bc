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

    @Test("a manual clock does not advance by itself")
    func standsStill() {
        let clock = ManualClock(start: Date(timeIntervalSince1970: 1_000))
        #expect(clock.monotonicTime == .zero)
        #expect(clock.now == Date(timeIntervalSince1970: 1_000))
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.monotonicTime == .milliseconds(1_500))
        #expect(clock.now == Date(timeIntervalSince1970: 1_001.5))
    }

    @Test("the wall clock can be set alone, also back")
    func calendar() {
        let clock = ManualClock(start: Date(timeIntervalSince1970: 1_000))
        clock.moveWallClock(by: .seconds(-100))
        #expect(clock.now == Date(timeIntervalSince1970: 900))
        #expect(clock.monotonicTime == .zero)
    }

    @Test("a sleeping task wakes at its deadline and not before")
    func wakesAtDeadline() async throws {
        let clock = ManualClock()
        async let slept: Void = clock.sleep(for: .seconds(10))
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.deadlines == [.seconds(10)])
        clock.advance(by: .milliseconds(1))
        #expect(clock.deadlines.isEmpty)
        try await slept
    }

    @Test("due timers fire in the order of their deadlines, and those of one deadline in the order of arrival")
    func wakingOrder() {
        let clock = ManualClock()
        let woken = Mutex<[String]>([])
        // Timers fire within the call that advances time. The executor decides which of two woken tasks runs first.
        for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("b again", 2)] {
            _ = clock.setTimer(at: .seconds(seconds)) { woken.withLock { $0.append(name) } }
        }
        clock.advance(by: .seconds(3))
        #expect(woken.withLock { $0 } == ["a", "b", "b again", "c"])
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

    @Test("a cancelled sleep leaves the queue, and the others stay")
    func cancellation() async throws {
        let clock = ManualClock()
        let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        let staying = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers(2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.deadlines == [.seconds(2)])
        clock.advance(by: .seconds(2))
        try await staying.value
    }

    @Test("cancellation ends a wait for sleeping tasks that never come")
    func cancelledWaiting() async {
        let clock = ManualClock()
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
        #expect(clock.deadlines.isEmpty)
    }

    @Test("a thousand sleeps, half of them cancelled, all end")
    func many() async throws {
        let clock = ManualClock()
        let sleepers = (1...1_000).map { number in
            Task { try await clock.sleep(for: .milliseconds(number % 50 + 1)) }
        }
        await clock.waitForSleepers(1_000)
        for (number, sleeper) in sleepers.enumerated() where number.isMultiple(of: 2) { sleeper.cancel() }
        clock.advance(by: .milliseconds(50))
        var ends = (woken: 0, cancelled: 0)
        for sleeper in sleepers {
            do {
                try await sleeper.value
                ends.woken += 1
            } catch {
                ends.cancelled += 1
            }
        }
        #expect(ends == (500, 500))
    }
}
