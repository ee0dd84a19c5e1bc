import TestSupport
import Testing

@testable import Networking

@Suite("The race against a limit", .timeLimit(.minutes(1)))
struct LimitRaceTests {
    private let clock = ManualClock()
    private let race = LimitRace()

    private var limit: TimeLimit { TimeLimit(.seconds(1), on: clock) }

    @Test("has no winner while nobody has come")
    func running() {
        #expect(race.winner == nil)
    }

    @Test("is won by whoever comes first, whoever comes later")
    func first() async {
        race.finish(.work)
        race.finish(.limit)
        #expect(race.winner == .work)
        #expect(await race.end(by: limit) == .work)
        #expect(clock.deadlines.isEmpty)
    }

    @Test("is won by the limit once its moment has come, though the work ends as well")
    func limitPassed() async {
        async let winner = race.end(by: limit)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(999))
        #expect(race.winner == nil)
        clock.advance(by: .milliseconds(1))
        #expect(await winner == .limit)
        race.finish(.work)
        #expect(race.winner == .limit)
    }

    @Test("work that ends before the limit leaves no alarm behind")
    func work() async {
        async let winner = race.end(by: limit)
        await clock.waitForSleepers(1)
        race.finish(.work)
        #expect(await winner == .work)
        #expect(clock.deadlines.isEmpty)
    }
}
