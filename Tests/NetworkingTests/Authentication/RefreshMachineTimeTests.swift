import Foundation
import Primitives
import TestSupport
import Testing

@testable import Networking

@Suite("The refresh machine and time")
struct RefreshMachineTimeTests {
    /// Ends a minute after it is first used: its margin is a quarter of that.
    private let machine = RefreshMachineSubject()
    private let first = RefreshMachine.Numbered(credential: .fixture(1), number: 1)
    private let failure = CredentialProviderFailure.refresh(.fixture(.transport(.connectionLost)))

    private func use(_ waiter: Int) -> RefreshMachine.Step {
        machine.need(.unsent(isReplayable: true), waiter: waiter)
    }

    @Test("near the end the first call starts the renewal, and all go on with what they have")
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

    @Test("near the end a call that can be sent once waits for the next credential")
    func oneShotNearEnd() {
        _ = use(1)
        machine.pass(45)
        #expect(machine.need(.unsent(isReplayable: false), waiter: 2) == .refresh(first, .expiry))
        #expect(use(3) == .use(first))
        #expect(machine.need(.unsent(isReplayable: false), waiter: 4) == .wait)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == [2, 4])
    }

    @Test("during a renewal ahead, who was refused waits, and so does who comes after")
    func refusedAhead() {
        _ = use(1)
        machine.pass(45)
        _ = use(2)
        #expect(machine.need(.refused(1), waiter: 3) == .wait)
        #expect(use(4) == .wait)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == [3, 4])
    }

    @Test("once it has ended, calls wait, though a renewal ahead is still under way")
    func ended() {
        _ = use(1)
        machine.pass(45)
        _ = use(2)
        machine.pass(15)
        #expect(use(3) == .wait)
    }

    @Test("an ended credential is renewed before it is sent")
    func endedWithoutRefresh() {
        machine.pass(60)
        #expect(use(1) == .refresh(first, .expiry))
        #expect(use(2) == .wait)
    }

    @Test("a failed renewal ahead is not repeated before the pause is over, and the old credential goes on")
    func failedAhead() {
        _ = use(1)
        machine.pass(45)
        _ = use(2)
        _ = machine.finish(.failed(failure))
        #expect(use(3) == .use(first))
        machine.pass(1)
        #expect(use(4) == .useAndRefresh(first))
    }

    @Test("an ended credential whose renewal failed gives the failure until the pause is over")
    func failedEnded() {
        machine.pass(60)
        _ = use(1)
        _ = machine.finish(.failed(failure))
        #expect(use(2) == .failed(failure))
        machine.pass(1)
        #expect(use(3) == .refresh(first, .expiry))
    }

    @Test("a credential that can't be renewed, or does not say when it ends, is used to its refusal")
    func unrenewable() {
        let still = BearerCredential(token: Secret("a"), refreshToken: nil, expiresAt: .distantPast)
        #expect(RefreshMachineSubject(still).need(after: nil, waiter: 1) == .use(.init(credential: still, number: 1)))
        let silent = BearerCredential(token: Secret("a"), refreshToken: Secret("r"), expiresAt: nil)
        #expect(RefreshMachineSubject(silent).need(after: nil, waiter: 1) == .use(.init(credential: silent, number: 1)))
    }

    @Test("a credential that is over as soon as it comes is used: the server may know better")
    func overAtOnce() {
        machine.pass(3_600)
        _ = use(1)
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(use(2) == .use(.init(credential: .fixture(2), number: 2)))
        machine.pass(10)
        #expect(use(3) == .refresh(.init(credential: .fixture(2), number: 2), .expiry))
    }

    @Test("what was just renewed and is refused again is not renewed before the window is over")
    func window() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(machine.need(after: 2, waiter: 2) == .suppressed)
        machine.monotonicTime += .milliseconds(9_999)
        #expect(machine.need(after: 2, waiter: 3) == .suppressed)
        machine.monotonicTime += .milliseconds(1)
        #expect(machine.need(after: 2, waiter: 4) == .refresh(.init(credential: .fixture(2), number: 2), .refused))
    }

    @Test("a credential that lives shorter than the window is refreshed before it ends, and may be after half its life")
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

    @Test("a credential that lives shorter than the window is refreshed ahead, while calls go on with it")
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

    @Test("the window is not for what another process has renewed: nobody knows when")
    func adopted() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.adopted(.fixture(2)))
        #expect(machine.need(after: 2, waiter: 2) == .refresh(.init(credential: .fixture(2), number: 2), .refused))
    }

    @Test("who asks for a renewal gets one, whatever window and pause say")
    func request() {
        #expect(machine.need(.refresh, waiter: 1) == .refresh(first, .request))
        #expect(use(2) == .wait, "nobody has refused it, but somebody knows better")
        _ = machine.finish(.failed(failure))
        #expect(machine.need(.refresh, waiter: 3) == .refresh(first, .request))
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(machine.need(.refresh, waiter: 4) == .refresh(.init(credential: .fixture(2), number: 2), .request))
    }

    @Test("after a refusal of a call that can't be sent again, the next call renews before it is sent")
    func noted() {
        machine.noteRefusal(of: 1)
        #expect(machine.need(.unsent(isReplayable: false), waiter: 1) == .refresh(first, .refused))
        _ = machine.finish(.refreshed(.fixture(2)))
        machine.noteRefusal(of: 1)
        #expect(use(2) == .use(.init(credential: .fixture(2), number: 2)), "late news")
    }

    @Test("of a hundred thousand who wait, half give up, and the others are answered in their order")
    func manyWaiters() {
        for waiter in 1...100_000 { _ = machine.need(after: 1, waiter: waiter) }
        var abandoned = 0
        for waiter in stride(from: 2, through: 100_000, by: 2) where machine.abandon(waiter) { abandoned += 1 }
        #expect(abandoned == 50_000)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == Array(stride(from: 1, to: 100_000, by: 2)))
    }
}
