import TestSupport
import Testing

@testable import Networking

@Suite("The refresh machine")
struct RefreshMachineTests {
    private let machine = RefreshMachineSubject()
    private static let failure = CredentialProviderFailure.refresh(.fixture(.transport(.connectionLost)))
    private let first = RefreshMachine.Numbered(credential: .fixture(1), number: 1)
    private let second = RefreshMachine.Numbered(credential: .fixture(2), number: 2)

    @Test("who was refused nothing uses the current credential")
    func useCurrent() {
        #expect(machine.need(after: nil, waiter: 1) == .use(first))
        #expect(machine.current == first)
    }

    @Test("the first refusal of the current credential starts the renewal, every later one waits")
    func oneRefresh() {
        #expect(machine.need(after: 1, waiter: 1) == .refresh(first, .refused))
        #expect(machine.need(after: 1, waiter: 2) == .wait)
        #expect(machine.need(after: 1, waiter: 3) == .wait)
        #expect(machine.current == first)
    }

    @Test("who comes during a renewal waits, though nobody refused it")
    func newcomersWait() {
        _ = machine.need(after: 1, waiter: 1)
        #expect(machine.need(after: nil, waiter: 2) == .wait)
        let (waiters, response) = machine.finish(.refreshed(.fixture(2)))
        #expect(waiters == [1, 2])
        #expect(response == .success(second))
    }

    @Test("a renewal gives the next number and answers all who waited, in their order")
    func refreshed() {
        _ = machine.need(after: 1, waiter: 5)
        _ = machine.need(after: 1, waiter: 7)
        let (waiters, response) = machine.finish(.refreshed(.fixture(2)))
        #expect(waiters == [5, 7])
        #expect(response == .success(second))
        #expect(machine.current == second)
    }

    @Test("a refusal of an older number is late news and uses the successor")
    func lateNews() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(machine.need(after: 1, waiter: 2) == .use(second))
        machine.monotonicTime += .seconds(10)
        #expect(machine.need(after: 2, waiter: 3) == .refresh(second, .refused))
    }

    @Test("a refusal of an older number during the next renewal waits for that one")
    func lateNewsDuringRefresh() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.finish(.refreshed(.fixture(2)))
        machine.monotonicTime += .seconds(10)
        _ = machine.need(after: 2, waiter: 2)
        #expect(machine.need(after: 1, waiter: 3) == .wait)
    }

    @Test("a renewal that failed leaves the credential and its number, and the next refusal tries again")
    func failed() {
        _ = machine.need(after: 1, waiter: 1)
        let (waiters, response) = machine.finish(.failed(Self.failure))
        #expect(waiters == [1])
        #expect(response == .failure(Self.failure))
        #expect(
            machine.need(after: nil, waiter: 2) == .failed(Self.failure), "it was refused, and can't be renewed now")
        #expect(machine.need(after: 1, waiter: 3) == .failed(Self.failure))
        machine.monotonicTime += .seconds(1)
        #expect(machine.need(after: 1, waiter: 4) == .refresh(first, .refused))
    }

    @Test("a renewal that the server refused ends the session")
    func refused() {
        _ = machine.need(after: 1, waiter: 1)
        let (waiters, response) = machine.finish(.refused(.loggedOut))
        #expect(waiters == [1])
        #expect(response == .failure(.loggedOut))
        #expect(machine.current == nil)
        #expect(machine.need(after: nil, waiter: 2) == .ended)
        #expect(machine.need(after: 1, waiter: 3) == .ended)
    }

    @Test("a waiter that gives up is not answered, and the renewal goes on")
    func abandon() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.need(after: 1, waiter: 2)
        #expect(machine.abandon(1))
        #expect(!machine.abandon(1), "it can't give up twice")
        #expect(machine.need(after: 1, waiter: 3) == .wait, "the renewal is still under way")
        #expect(machine.finish(.refreshed(.fixture(2))).waiters == [2, 3])
    }

    @Test("nobody can give up who does not wait")
    func abandonNothing() {
        #expect(!machine.abandon(1))
        _ = machine.need(after: 1, waiter: 1)
        #expect(!machine.abandon(2))
        _ = machine.finish(.refreshed(.fixture(2)))
        #expect(!machine.abandon(1), "it has its answer")
        _ = machine.end()
        #expect(!machine.abandon(1))
    }

    @Test("a renewal in which nobody waits any more still renews")
    func refreshedForNobody() {
        _ = machine.need(after: 1, waiter: 1)
        _ = machine.abandon(1)
        #expect(machine.finish(.refreshed(.fixture(2))).waiters.isEmpty)
        #expect(machine.current == second)
    }

    @Test(
        "the end answers all who wait, and a renewal that comes after it changes nothing",
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

    @Test("the end of a quiet session answers nobody")
    func endQuietly() {
        #expect(machine.end().isEmpty)
        #expect(machine.need(after: nil, waiter: 1) == .ended)
    }

    @Test("a renewal that nobody started changes nothing")
    func finishWithoutStart() {
        let (waiters, response) = machine.finish(.refreshed(.fixture(2)))
        #expect(waiters.isEmpty)
        #expect(response == .success(first))
        #expect(machine.current == first)
    }
}
