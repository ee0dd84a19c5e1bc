import Testing

@testable import Primitives

@Suite("SystemAlarms", .timeLimit(.minutes(1))) struct SystemAlarmsTests {
    @Test(
        "ten thousand alarms, each due before all others, keep a handful of tasks asleep, and are gone when turned off")
    func everEarlier() {
        let alarms = SystemAlarms(start: .now)
        let set = (1...10_000).map { number in
            alarms.set(at: .seconds(40_000 - number)) { Issue.record("hours can't have passed") }
        }
        #expect(alarms.sleeperCount <= 63)
        for alarm in set { alarm.turnOff() }
        #expect(alarms.sleeperCount <= 63)
    }

    @Test("short alarms that ring while a long one waits leave no sleeper behind")
    func shortBesideLong() async {
        let alarms = SystemAlarms(start: .now)
        let start = ContinuousClock.now
        let long = alarms.set(at: .seconds(3_600)) { Issue.record("an hour can't have passed") }
        defer { long.turnOff() }
        for _ in 1...200 {
            await withCheckedContinuation { continuation in
                _ = alarms.set(at: start.duration(to: .now) + .microseconds(100)) { continuation.resume() }
            }
        }
        #expect(alarms.sleeperCount <= 63)
    }
}
