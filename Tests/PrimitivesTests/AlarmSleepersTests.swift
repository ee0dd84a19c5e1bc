import TestSupport
import Testing

@testable import Primitives

@Suite("AlarmSleepers") struct AlarmSleepersTests {
    private static let hour = Duration.seconds(3_600)

    @Test("send nobody as long as somebody wakes in time")
    func suffice() {
        var sleepers = AlarmSleepers()
        #expect(sleepers.send(for: .nanoseconds(8), at: .zero) == .nanoseconds(8))
        #expect(sleepers.send(for: .nanoseconds(9), at: .zero) == nil)
        #expect(sleepers.send(for: .nanoseconds(8), at: .zero) == nil)
        #expect(sleepers.send(for: .nanoseconds(7), at: .zero) == .nanoseconds(4))
        sleepers.wake(at: .nanoseconds(4))
        #expect(sleepers.send(for: .nanoseconds(7), at: .nanoseconds(4)) == .nanoseconds(6))
        #expect(sleepers.count == 2)
    }

    @Test("are few, however many alarms come, each due before all others")
    func everEarlier() {
        var sleepers = AlarmSleepers()
        for number in 0..<10_000 {
            let now = Duration.nanoseconds(number)
            _ = sleepers.send(for: now + Self.hour - .milliseconds(number), at: now)
        }
        #expect(sleepers.count < 3)
        for exponent in stride(from: 62, through: 0, by: -1) {
            _ = sleepers.send(for: .nanoseconds(Int64(1) << exponent) + .nanoseconds(10_000), at: .nanoseconds(10_000))
        }
        #expect(sleepers.count <= 63)
    }

    @Test("are sent for what is overdue, and for what is beyond all bounds")
    func extremes() {
        for first in [Duration.zero, .seconds(5), .nanoseconds(5_000_000_000) + .nanoseconds(1) / 2] {
            var sleepers = AlarmSleepers()
            #expect(sleepers.send(for: first, at: .seconds(5)) == .seconds(5) + .nanoseconds(1))
            #expect(sleepers.send(for: .zero, at: .seconds(5)) == nil)
        }
        var sleepers = AlarmSleepers()
        #expect(sleepers.send(for: .seconds(Int64.max), at: .zero) == .nanoseconds(Int64(1) << 62))
    }

    @Test("wake in time for each alarm and are never many, on random walks", arguments: 1...20 as ClosedRange<UInt64>)
    func walk(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        var sleepers = AlarmSleepers()
        var (now, alarms, asleep) = (Duration.zero, [Duration](), [Duration]())
        for _ in 0..<2_000 {
            if random.next() % 3 == 0, let next = asleep.min() {
                // The next one wakes, on time or a little late, and rings what is due.
                now = max(now, next) + .nanoseconds(Int64(random.next() % 50_000))
                alarms.removeAll { $0 <= now }
                sleepers.wake(at: next)
                asleep.remove(at: try #require(asleep.firstIndex(of: next)))
            } else if random.next() % 4 == 0, !alarms.isEmpty {
                alarms.remove(at: Int(random.next() % UInt64(alarms.count)))
            } else {
                alarms.append(now + Self.hour * random.nextUnit() * random.nextUnit())
            }
            if let first = alarms.min(), let moment = sleepers.send(for: first, at: now) { asleep.append(moment) }
            let first = alarms.min() ?? .seconds(Int64.max)
            #expect(asleep.contains { $0 <= max(first, now + .nanoseconds(1)) } || alarms.isEmpty)
            #expect(sleepers.count == asleep.count && asleep.count <= 63)
        }
    }
}
