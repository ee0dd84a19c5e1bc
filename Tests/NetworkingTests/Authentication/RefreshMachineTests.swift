import EngineTestSupport
import Foundation
import Primitives
import Testing

@testable import Networking

/// What holds in every order of events is in ``RefreshMachineWalkTests``.
@Suite("Refresh machine")
struct RefreshMachineTests {
    private let machine = RefreshMachineSubject()
    private let first = RefreshMachine.Numbered(credential: .fixture(1), number: 1)
    private let second = RefreshMachine.Numbered(credential: .fixture(2), number: 2)

    @Test("the first rejection of the current credential starts a refresh, and every later one waits")
    func oneRefresh() {
        #expect(machine.need(after: 1, waiter: 1) == .refresh(first, .refused))
        #expect(machine.need(after: 1, waiter: 2) == .wait)
        #expect(machine.need(after: 1, waiter: 3) == .wait)
        #expect(machine.current == first)
    }

    @Test("a rejection of an older credential uses the current one, unless that is rejected too")
    func lateNews() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(machine.need(after: 1, waiter: 2) == .use(second))
        machine.monotonicTime += .seconds(10)
        #expect(machine.need(after: 2, waiter: 3) == .refresh(second, .refused))
        let failure = CredentialProviderFailure.refresh(.fixture(.transport(.connectionLost)))
        _ = machine.finish(.failed(failure))
        #expect(machine.need(after: 1, waiter: 4) == .failed(failure), "the current credential is rejected too")
        machine.monotonicTime += .seconds(1)
        #expect(machine.need(after: 1, waiter: 5) == .refresh(second, .refused))
    }
}

@Suite("Refresh machine and time")
struct RefreshMachineTimeTests {
    /// The first credential ends after a minute; its refresh margin is a quarter of that.
    private let machine = RefreshMachineSubject()
    private let first = RefreshMachine.Numbered(credential: .fixture(1), number: 1)
    private let failure = CredentialProviderFailure.refresh(.fixture(.transport(.connectionLost)))

    private func use(_ waiter: Int) -> RefreshMachine.Step {
        machine.need(.unsent(isReplayable: true), waiter: waiter)
    }

    @Test("the first call near a credential's end starts the refresh, and all calls continue with the old credential")
    func ahead() {
        #expect(use(1) == .use(first))
        machine.pass(44)
        #expect(use(2) == .use(first))
        machine.pass(1)
        #expect(use(3) == .useAndRefresh(first))
        #expect(use(4) == .use(first))
        let (waiters, response) = machine.finish(.refreshed(.fixture(2)))
        #expect(waiters.isEmpty)
        #expect(response == .success(.init(credential: .fixture(2), number: 2)))
    }

    @Test("a call that can be sent only once waits for the next credential near the end of the old one")
    func oneShotNearEnd() {
        _ = use(1)
        machine.pass(45)
        #expect(machine.need(.unsent(isReplayable: false), waiter: 2) == .refresh(first, .expiry))
        #expect(use(3) == .use(first))
        #expect(machine.need(.unsent(isReplayable: false), waiter: 4) == .wait)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == [2, 4])
    }

    @Test("an expired credential is refreshed before it is sent, and calls wait, also for an early refresh")
    func ended() {
        _ = use(1)
        machine.pass(45)
        _ = use(2)
        #expect(machine.need(.refused(1), waiter: 3) == .wait)
        #expect(use(4) == .wait, "a rejected credential is not used meanwhile")
        machine.pass(15)
        #expect(use(5) == .wait)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == [3, 4, 5])
        let other = RefreshMachineSubject()
        other.pass(60)
        #expect(other.need(after: nil, waiter: 1) == .refresh(first, .expiry))
        #expect(other.need(after: nil, waiter: 2) == .wait)
    }

    @Test("a failed early refresh is not repeated during the pause, and calls continue with the old credential")
    func failedAhead() {
        _ = use(1)
        machine.pass(45)
        _ = use(2)
        _ = machine.finish(.failed(failure))
        #expect(use(3) == .use(first))
        machine.pass(1)
        #expect(use(4) == .useAndRefresh(first))
    }

    @Test("after a failed refresh of an expired credential, calls fail the same way during the pause")
    func failedEnded() {
        machine.pass(60)
        _ = use(1)
        _ = machine.finish(.failed(failure))
        #expect(use(2) == .failed(failure))
        machine.pass(1)
        #expect(use(3) == .refresh(first, .expiry))
    }

    @Test("a credential that can't be refreshed or has no known end is used until the server rejects it")
    func unrefreshable() {
        let still = BearerCredential(token: Secret("a"), refreshToken: nil, expiresAt: .distantPast)
        #expect(RefreshMachineSubject(still).need(after: nil, waiter: 1) == .use(.init(credential: still, number: 1)))
        let silent = BearerCredential(token: Secret("a"), refreshToken: Secret("r"), expiresAt: nil)
        #expect(RefreshMachineSubject(silent).need(after: nil, waiter: 1) == .use(.init(credential: silent, number: 1)))
    }

    @Test("a credential that has expired on arrival is used, because the server may disagree")
    func overAtOnce() {
        machine.pass(3_600)
        _ = use(1)
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(use(2) == .use(.init(credential: .fixture(2), number: 2)))
        machine.pass(10)
        #expect(use(3) == .refresh(.init(credential: .fixture(2), number: 2), .expiry))
    }

    @Test(
        "a credential with a lifetime below the window is refreshed before it ends, after half its life at the earliest"
    )
    func shortLife() {
        for life in [5, 1, 0.25] {
            let machine = RefreshMachineSubject()
            let short = BearerCredential(
                token: Secret("a"), refreshToken: Secret("r"), expiresAt: machine.date.addingTimeInterval(life))
            _ = machine.need(after: 1, waiter: 1)
            _ = machine.finish(.refreshed(short))
            let next = RefreshMachine.Numbered(credential: short, number: 2)
            #expect(machine.need(after: nil, waiter: 2) == .use(next))
            machine.pass(.seconds(life * 0.4))
            #expect(machine.need(after: 2, waiter: 3) == .suppressed)
            machine.pass(.seconds(life * 0.7))
            #expect(machine.need(after: nil, waiter: 4) == .refresh(next, .refused))
        }
    }

    @Test("a credential with a lifetime below the window is refreshed early while calls continue with it")
    func shortLifeAhead() {
        let short = BearerCredential(
            token: Secret("a"), refreshToken: Secret("r"), expiresAt: machine.date.addingTimeInterval(4))
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.refreshed(short))
        let next = RefreshMachine.Numbered(credential: short, number: 2)
        #expect(use(2) == .use(next))
        machine.pass(3)
        #expect(use(3) == .useAndRefresh(next))
        machine.pass(1)
        #expect(use(4) == .wait, "an ended credential is not sent")
    }

    @Test("each credential has a margin of its own")
    func ownMargin() {
        let long = BearerCredential(
            token: Secret("a"), refreshToken: Secret("r"), expiresAt: machine.date.addingTimeInterval(3_600))
        _ = use(1)
        _ = machine.need(after: 1, waiter: 2)
        _ = machine.finish(.refreshed(long))
        let next = RefreshMachine.Numbered(credential: long, number: 2)
        #expect(use(3) == .use(next))
        // The margin of the first one was 15 seconds, a quarter of its minute.
        machine.pass(3_580)
        #expect(use(4) == .useAndRefresh(next))
    }

    @Test("a requested refresh runs regardless of window and pause")
    func request() {
        #expect(machine.need(.refresh, waiter: 1) == .refresh(first, .request))
        #expect(use(2) == .wait, "the credential is not rejected, but the caller requested a refresh")
        _ = machine.finish(.failed(failure))
        #expect(machine.need(.refresh, waiter: 3) == .refresh(first, .request))
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(machine.need(.refresh, waiter: 4) == .refresh(.init(credential: .fixture(2), number: 2), .request))
    }

    @Test("after a rejected call that can't be sent again, the next call refreshes before it is sent")
    func noted() {
        machine.noteRefusal(of: 1)
        #expect(machine.need(.unsent(isReplayable: false), waiter: 1) == .refresh(first, .refused))
        _ = machine.finish(.refreshed(.fixture(2)))
        machine.monotonicTime += .seconds(10)
        machine.noteRefusal(of: 1)
        #expect(use(2) == .use(.init(credential: .fixture(2), number: 2)), "a rejection of an older credential")
    }

    @Test("of 100,000 waiters, half give up, and the others are resumed in their order")
    func manyWaiters() {
        for waiter in 1...100_000 { _ = machine.need(after: 1, waiter: waiter) }
        var abandoned = 0
        for waiter in stride(from: 2, through: 100_000, by: 2) where machine.abandon(waiter) { abandoned += 1 }
        #expect(abandoned == 50_000)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == Array(stride(from: 1, to: 100_000, by: 2)))
    }
}

/// A machine behind a reference, with a manual clock: `#expect` can't call a mutating method on a value.
final class RefreshMachineSubject {
    private var machine: RefreshMachine
    var monotonicTime = Duration.zero
    /// The machine's wall clock. The first credential of the fixtures ends a minute after the beginning of 2026.
    var date = Date(timeIntervalSince1970: 1_767_225_600)

    init(_ credential: BearerCredential = .fixture(1), policy: RefreshPolicy = RefreshPolicy()) {
        machine = RefreshMachine(credential, policy: policy)
    }

    var current: RefreshMachine.Numbered? { machine.current }

    /// Advances both clocks.
    func pass(_ seconds: Int) { pass(.seconds(seconds)) }

    func pass(_ duration: Duration) {
        monotonicTime += duration
        date += duration / .seconds(1)
    }

    func need(_ need: RefreshMachine.Need, waiter: Int) -> RefreshMachine.Step {
        machine.need(need, waiter: waiter, at: .init(monotonicTime: monotonicTime, date: date))
    }

    func need(after refused: Int?, waiter: Int) -> RefreshMachine.Step {
        need(refused.map(RefreshMachine.Need.refused) ?? .unsent(isReplayable: true), waiter: waiter)
    }

    func noteRefusal(of number: Int) { machine.noteRefusal(of: number) }

    func abandon(_ waiter: Int) -> Bool { machine.abandon(waiter) }

    func finish(
        _ outcome: RefreshMachine.Outcome
    ) -> (waiters: [Int], response: Result<RefreshMachine.Numbered, CredentialProviderFailure>) {
        machine.finish(outcome, at: .init(monotonicTime: monotonicTime, date: date))
    }

    func end() -> [Int] { machine.end() }
}
