import TestSupport
import Testing

@testable import Networking

@Suite("Refresh machine")
struct RefreshMachineTests {
    private let machine = RefreshMachineSubject()
    private static let failure = CredentialProviderFailure.refresh(.fixture(.transport(.connectionLost)))
    private let first = RefreshMachine.Numbered(credential: .fixture(1), number: 1)
    private let second = RefreshMachine.Numbered(credential: .fixture(2), number: 2)

    @Test("a call without a rejected credential uses the current one")
    func useCurrent() {
        #expect(machine.need(after: nil, waiter: 1) == .use(first))
        #expect(machine.current == first)
    }

    @Test("the first rejection of the current credential starts a refresh, and every later one waits")
    func oneRefresh() {
        #expect(machine.need(after: 1, waiter: 1) == .refresh(first, .refused))
        #expect(machine.need(after: 1, waiter: 2) == .wait)
        #expect(machine.need(after: 1, waiter: 3) == .wait)
        #expect(machine.current == first)
    }

    @Test("a call that arrives during a refresh waits, even if its credential was not rejected")
    func newcomersWait() {
        _ = machine.need(after: 1, waiter: 1)
        #expect(machine.need(after: nil, waiter: 2) == .wait)
        let (waiters, response) = machine.finish(.refreshed(.fixture(2)))
        #expect(waiters == [1, 2])
        #expect(response == .success(second))
    }

    @Test("a refresh increments the credential's number and resumes all waiters in their order")
    func refreshed() {
        _ = machine.need(after: 1, waiter: 5)
        _ = machine.need(after: 1, waiter: 7)
        let (waiters, response) = machine.finish(.refreshed(.fixture(2)))
        #expect(waiters == [5, 7])
        #expect(response == .success(second))
        #expect(machine.current == second)
    }

    @Test("a rejection of an older credential uses the current one")
    func lateNews() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(machine.need(after: 1, waiter: 2) == .use(second))
        machine.monotonicTime += .seconds(10)
        #expect(machine.need(after: 2, waiter: 3) == .refresh(second, .refused))
    }

    @Test("a rejection of an older credential during the next refresh waits for that refresh")
    func lateNewsDuringRefresh() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.refreshed(.fixture(2)))
        machine.monotonicTime += .seconds(10)
        _ = machine.need(after: 2, waiter: 2)
        #expect(machine.need(after: 1, waiter: 3) == .wait)
    }

    @Test("a failed refresh leaves the credential and its number, and the next rejection tries again")
    func failed() {
        _ = machine.need(after: 1, waiter: 1)
        let (waiters, response) = machine.finish(.failed(Self.failure))
        #expect(waiters == [1])
        #expect(response == .failure(Self.failure))
        #expect(
            machine.need(after: nil, waiter: 2) == .failed(Self.failure), "it was rejected, and can't be refreshed now")
        #expect(machine.need(after: 1, waiter: 3) == .failed(Self.failure))
        machine.monotonicTime += .seconds(1)
        #expect(machine.need(after: 1, waiter: 4) == .refresh(first, .refused))
    }

    @Test("a refused refresh ends the session")
    func refused() {
        _ = machine.need(after: 1, waiter: 1)
        let (waiters, response) = machine.finish(.refused(.loggedOut))
        #expect(waiters == [1])
        #expect(response == .failure(.loggedOut))
        #expect(machine.current == nil)
        #expect(machine.need(after: nil, waiter: 2) == .ended)
        #expect(machine.need(after: 1, waiter: 3) == .ended)
    }

    @Test("a waiter that gives up gets no result, and the refresh continues")
    func abandon() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.need(after: 1, waiter: 2)
        #expect(machine.abandon(1))
        #expect(!machine.abandon(1), "it can't give up twice")
        #expect(machine.need(after: 1, waiter: 3) == .wait, "the refresh is still under way")
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == [2, 3])
    }

    @Test("only a waiting call can give up")
    func abandonNothing() {
        #expect(!machine.abandon(1))
        _ = machine.need(after: 1, waiter: 1)
        #expect(!machine.abandon(2))
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(!machine.abandon(1), "it has its result")
        _ = machine.end()
        #expect(!machine.abandon(1))
    }

    @Test("a refresh without remaining waiters still updates the credential")
    func refreshedWithoutWaiters() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.abandon(1)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters.isEmpty)
        #expect(machine.current == second)
    }

    @Test(
        "the end of a session resumes all waiters, and a later refresh result changes nothing",
        arguments: [
            RefreshMachine.Outcome.refreshed(.fixture(2)), .failed(failure), .refused(.loggedOut),
        ])
    func end(late: RefreshMachine.Outcome) {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.need(after: 1, waiter: 2)
        #expect(machine.end() == [1, 2])
        let (waiters, response) = machine.finish(late)
        #expect(waiters.isEmpty)
        #expect(response == .failure(.loggedOut))
        #expect(machine.current == nil)
        #expect(machine.end().isEmpty)
        #expect(machine.need(after: nil, waiter: 3) == .ended)
    }

    @Test("the end of a session without waiters resumes none")
    func endQuietly() {
        #expect(machine.end().isEmpty)
        #expect(machine.need(after: nil, waiter: 1) == .ended)
    }

    @Test("a refresh result without a started refresh changes nothing")
    func finishWithoutStart() {
        let (waiters, response) = machine.finish(.refreshed(.fixture(2)))
        #expect(waiters.isEmpty)
        #expect(response == .success(first))
        #expect(machine.current == first)
    }
}
