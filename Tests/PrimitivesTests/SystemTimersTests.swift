import EngineContracts
import EngineTestSupport
import Foundation
import Synchronization
import Testing

@testable import Primitives

@Suite("SystemTimeSource") struct SystemTimeSourceTests {
    @Test("passes the contract", arguments: TimeSourceContract.clauses)
    func contract(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await clause.check(TimeSourceContract.Subject(SystemTimeSource()))
    }

    /// Breaks every clause of the contract, including those about the wall clock.
    private struct HastyTimeSource: TimeSource {
        var now: Date { Date(timeIntervalSince1970: 0) }
        var monotonicTime: Duration { .seconds(-Date().timeIntervalSince1970) }
        func sleep(for duration: Duration) async throws {
            guard duration > .zero else { throw CancellationError() }
        }
        func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
            fire()
            fire()
            return DeadlineTimer {}
        }
    }

    @Test("a source that is wrong in every way breaks each clause", arguments: TimeSourceContract.clauses)
    func mutant(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await expectBreach(of: [clause]) { TimeSourceContract.Subject(HastyTimeSource()) }
    }
}

@Suite("TimerSchedule") struct TimerScheduleTests {
    private static let hour = Duration.seconds(3_600)

    @Test("fires by moment, then by arrival, and never a cancelled timer")
    func order() {
        var schedule = TimerSchedule<String>()
        for (name, seconds) in [("c", 3), ("a", 1), ("d", 3), ("b", 2), ("e", 4)] {
            _ = schedule.set(name, at: .seconds(seconds), now: .zero)
        }
        let cancelled = schedule.set("x", at: .seconds(2), now: .zero).id
        schedule.cancel(cancelled)
        schedule.cancel(cancelled)
        #expect(schedule.wake(from: .zero, now: .milliseconds(999)).due == [])
        #expect(schedule.wake(from: .zero, now: .seconds(3)).due == ["a", "b", "c", "d"])
        #expect(schedule.timerCount == 1)
    }

    @Test("no sleep begins while another one ends in time")
    func enough() {
        var schedule = TimerSchedule<Int>()
        #expect(schedule.set(0, at: .seconds(8), now: .zero).sleep == .seconds(8))
        #expect(schedule.set(1, at: .seconds(9), now: .zero).sleep == nil)
        #expect(schedule.set(2, at: .seconds(8), now: .zero).sleep == nil)
        #expect(schedule.set(3, at: .seconds(7), now: .zero).sleep == .seconds(4))
        let woken = schedule.wake(from: .seconds(4), now: .seconds(4))
        #expect(woken.due.isEmpty && woken.sleep == .seconds(6))
        #expect(schedule.sleepCount == 2)
    }

    @Test("ten thousand timers, each due before all others, cause few sleeps, and leave nothing when cancelled")
    func everEarlier() {
        var schedule = TimerSchedule<Int>()
        var ids: [Int] = []
        for number in 0..<10_000 {
            let now = Duration.nanoseconds(number)
            ids.append(schedule.set(number, at: now + Self.hour - .milliseconds(number), now: now).id)
        }
        #expect(schedule.sleepCount < 3)
        for exponent in stride(from: 62, through: 0, by: -1) {
            ids.append(schedule.set(0, at: .nanoseconds(Int64(1) << exponent), now: .zero).id)
        }
        #expect(schedule.sleepCount <= 50)
        for id in ids { schedule.cancel(id) }
        #expect(schedule.timerCount == 0)
    }

    @Test("a timer that is due causes a sleep that ends now, one beyond all bounds a sleep of a day")
    func extremes() {
        for moment in [Duration.zero, .seconds(5)] {
            var schedule = TimerSchedule<Int>()
            #expect(schedule.set(0, at: moment, now: .seconds(5)).sleep == .seconds(5))
            #expect(schedule.set(1, at: .zero, now: .seconds(5)).sleep == nil, "the first sleep ends at any moment")
        }
        var schedule = TimerSchedule<Int>()
        #expect(schedule.set(0, at: .seconds(Int64.max), now: .zero).sleep == .seconds(86_400))
    }

    @Test("a sleep ends in time for each timer, on random walks", arguments: 1...20 as ClosedRange<UInt64>)
    func walk(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        var schedule = TimerSchedule<Duration>()
        var now = Duration.zero
        var timers: [(moment: Duration, id: Int)] = []
        var sleeps: [Duration] = []
        for _ in 0..<2_000 {
            if random.next() % 3 == 0, let end = sleeps.min() {
                // On time or a little late.
                now = max(now, end) + .nanoseconds(Int64(random.next() % 50_000))
                sleeps.remove(at: try #require(sleeps.firstIndex(of: end)))
                let (due, sleep) = schedule.wake(from: end, now: now)
                #expect(due == timers.map(\.moment).filter { $0 <= now }.sorted())
                timers.removeAll { $0.moment <= now }
                if let sleep { sleeps.append(sleep) }
            } else if random.next() % 4 == 0, !timers.isEmpty {
                schedule.cancel(timers.remove(at: Int(random.next() % UInt64(timers.count))).id)
            } else {
                let moment = now + Self.hour * random.nextUnit() * random.nextUnit()
                let (id, sleep) = schedule.set(moment, at: moment, now: now)
                timers.append((moment, id))
                if let sleep { sleeps.append(sleep) }
            }
            let first = timers.map(\.moment).min()
            #expect(first.map { first in sleeps.contains { $0 <= max(first, now) } } ?? true)
            #expect(schedule.timerCount == timers.count)
            #expect(schedule.sleepCount == sleeps.count && sleeps.count <= 50)
        }
    }
}

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
