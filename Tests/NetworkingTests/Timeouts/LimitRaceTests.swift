import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Networking

@Suite("The race against a limit", .timeLimit(.minutes(1)))
struct LimitRaceTests {
    private let clock = ManualClock()
    private let race = LimitRace()

    private func expectLimit(_ winner: LimitRace.Winner?) {
        guard case .limit = winner else {
            Issue.record("won by \(String(describing: winner))")
            return
        }
    }

    private func expectAnswer(_ status: HTTPResponse.Status, _ winner: LimitRace.Winner?) {
        guard case .exchange(.success(let response)) = winner, response.head.status == status else {
            Issue.record("won by \(String(describing: winner))")
            return
        }
    }

    private func answer(_ status: HTTPResponse.Status) -> LimitRace.Winner {
        .exchange(.success(ServerResponse(head: HTTPResponse(status: status), body: .data(Data()))))
    }

    @Test("has no winner while nobody has come")
    func running() {
        #expect(race.winner == nil)
    }

    @Test("is won by whoever comes first, whatever comes later")
    func first() async {
        race.finish(answer(.ok))
        race.finish(.limit)
        race.finish(answer(.notFound))
        expectAnswer(.ok, race.winner)
        expectAnswer(.ok, await race.end(by: .seconds(1), on: clock))
        #expect(clock.deadlines.isEmpty)
    }

    @Test("is won by the limit once its moment has come, though the exchange ends as well")
    func limit() async {
        async let winner = race.end(by: .seconds(1), on: clock)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(999))
        #expect(race.winner == nil)
        clock.advance(by: .milliseconds(1))
        expectLimit(await winner)
        race.finish(answer(.ok))
        expectLimit(race.winner)
    }

    @Test("an exchange that ends before the limit leaves no alarm behind")
    func exchange() async {
        async let winner = race.end(by: .seconds(1), on: clock)
        await clock.waitForSleepers(1)
        race.finish(answer(.ok))
        expectAnswer(.ok, await winner)
        #expect(clock.deadlines.isEmpty)
    }
}
