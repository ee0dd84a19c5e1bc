import Foundation
import Persistence
import Testing

/// The rules of the outbox, without a server, a store or a clock.
@Suite("Outbox machine")
struct OutboxMachineTests {
    private typealias Machine = OutboxMachine

    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let day = Duration.seconds(24 * 60 * 60)

    private var open: OutboxEntry {
        OutboxEntry(
            number: 1, id: "a", owner: .everyone(server: "s"), lane: "l", kind: "k", version: 1,
            payload: Data("1".utf8),
            createdAt: now)
    }

    private func sealed(_ method: String, ifMatch: String? = nil) -> OutboxEntry {
        open.sealed(
            SealedRequest(
                method: method, path: "/x", contentType: nil, body: Data(), key: "key", ifMatch: ifMatch, sealedAt: now)
        )
    }

    private func consequence(
        of outcome: Machine.Outcome, for entry: OutboxEntry? = nil, isAwaited: Bool = false
    ) -> Machine.Consequence {
        var machine = Machine(keyLifetime: day)
        return machine.consequence(
            of: outcome, for: entry ?? sealed("POST"), isAwaited: isAwaited, at: now, .zero, share: 1)
    }

    @Test("an open entry is sealed before it is sent, and a sealed one is sent as it is")
    func steps() {
        let machine = Machine(keyLifetime: day)
        #expect(machine.step(for: open, at: now) == .seal)
        let entry = sealed("POST")
        #expect(entry.request.map { machine.step(for: entry, at: now) == .send($0) } == true)
    }

    @Test(
        "after the lifetime of its key, a request is sent again only if that can't apply it twice",
        arguments: [
            ("POST", nil, false), ("PATCH", nil, false), ("PATCH", "\"1\"", true), ("PUT", nil, true),
            ("DELETE", nil, true),
        ])
    func horizon(method: String, ifMatch: String?, isSent: Bool) {
        let (machine, entry) = (Machine(keyLifetime: day), sealed(method, ifMatch: ifMatch))
        let late = machine.step(for: entry, at: now + 24 * 60 * 60 + 1)
        if case .send = late { #expect(isSent) } else { #expect(!isSent) }
        if case .send = machine.step(for: entry, at: now + 60) { return }
        Issue.record("it was parked within the lifetime")
    }

    @Test(
        "a first attempt that the server can't have received leaves the entry open; a sealed one may have been received earlier",
        arguments: [OutboxMachine.Outcome.unsent(atLeast: .seconds(5)), .accountNeeded(isUnsent: true)])
    func unsent(outcome: OutboxMachine.Outcome) {
        let first = sealed("POST").after(consequence(of: outcome, for: open).transition)
        #expect(first?.state == .open)
        let later = sealed("POST").after(consequence(of: outcome, for: sealed("POST")).transition)
        #expect(later?.state == sealed("POST").state)
        for entry in [first, later] {
            #expect(entry?.attempts == (outcome == .accountNeeded(isUnsent: true) ? 0 : 1))
            #expect(entry?.notBefore == (outcome == .accountNeeded(isUnsent: true) ? nil : now + 5))
        }
        let lost = sealed("POST").after(
            consequence(of: .later(atLeast: .zero, isReachable: false), for: open).transition)
        #expect(lost?.state == sealed("POST").state)
        let redirected = sealed("POST").after(
            consequence(of: .accountNeeded(isUnsent: false), for: open).transition)
        #expect(redirected?.state == sealed("POST").state)
    }

    @Test("without keys, a change that may have been received waits for a person, whose retry has a new key")
    func withoutKeys() {
        let machine = Machine(keyLifetime: .zero)
        #expect(machine.step(for: open, at: now) == .seal)
        guard case .park(let reason) = machine.step(for: sealed("POST"), at: now - 60) else {
            Issue.record("it was sent a second time")
            return
        }
        #expect(sealed("POST").parked(because: reason).retried(at: now, usesKeys: machine.usesKeys).state == .open)
        if case .send = machine.step(for: sealed("PUT"), at: now) { return }
        Issue.record("repeating a PUT is safe")
    }

    @Test("a refusal is the error of a caller that waits for its own change, and a reason for a person otherwise")
    func refusals() {
        let refused = Machine.Outcome.refused(reason: "no")
        #expect(consequence(of: refused, isAwaited: true).transition == .remove)
        #expect(consequence(of: refused, isAwaited: true).notice == .refused)
        #expect(consequence(of: refused).transition == .park(reason: "no"))
        #expect(consequence(of: .gone, isAwaited: true).notice == .refused)
        #expect(consequence(of: .gone).notice == .accepted)
        #expect(consequence(of: .unsendable(reason: "no"), isAwaited: true).transition == .park(reason: "no"))
    }

    @Test(
        "a resource that has changed reopens the entry for a new key, at once the first time and later the next times")
    func reopened() {
        let consequence = consequence(of: .changedMeanwhile, for: sealed("PATCH", ifMatch: "\"1\""))
        #expect(consequence.notice == nil && !consequence.endsPass)
        let first = sealed("PATCH", ifMatch: "\"1\"").after(consequence.transition)
        #expect(first?.state == .open && first?.notBefore == nil && first?.attempts == 1)
        let again = first?.sealed(
            SealedRequest(
                method: "PATCH", path: "/x", contentType: nil, body: Data(), key: "other", sealedAt: now))
        #expect(again?.after(consequence.transition)?.notBefore == now + 2)
    }

    @Test("a person who retries a conflict sends the change that is rebased on what the server has")
    func rebased() {
        let conflict = Machine.Outcome.refused(
            reason: "no", rebased: Machine.Rebased(payload: Data("2".utf8), version: 2))
        let parked = open.after(consequence(of: conflict, for: open).transition)
        #expect(parked?.state == .parked(reason: "no", nil))
        let retried = parked?.retried(at: now)
        #expect(retried?.state == .open && retried?.payload == Data("2".utf8) && retried?.version == 2)
    }

    @Test("the error of one item lets the others go on, and a server that is away or fails for three is left alone")
    func rests() {
        var machine = Machine(keyLifetime: day)
        func later(_ isReachable: Bool) -> Bool {
            machine.consequence(
                of: .later(atLeast: .zero, isReachable: isReachable), for: sealed("PUT"), isAwaited: false, at: now,
                .seconds(10), share: 1
            ).endsPass
        }
        #expect([later(true), later(true), later(true)] == [false, false, true])
        #expect(machine.restsUntil == .seconds(11))
        machine.begin()
        #expect([later(true), later(false)] == [false, true])
        _ = machine.consequence(
            of: .accepted, for: sealed("PUT"), isAwaited: false, at: now, .seconds(10), share: 1)
        #expect(machine.restsUntil == .zero)
        let account = machine.consequence(
            of: .accountNeeded(isUnsent: true), for: sealed("PUT"), isAwaited: true, at: now, .seconds(10), share: 1)
        #expect(account.transition == .keep(opens: false) && account.endsPass && machine.restsUntil == .seconds(70))
    }

    @Test(
        "waits double from a second to 15 minutes, are never shorter than the server asks, and a wrong clock ends them")
    func waits() {
        var (entry, waits) = (sealed("PUT"), [TimeInterval]())
        for _ in 1...12 {
            entry = entry.waiting(from: now)
            waits.append(entry.notBefore?.timeIntervalSince(now) ?? 0)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
        #expect(sealed("PUT").waiting(from: now, atLeast: .seconds(30)).notBefore == now + 30)
        #expect(entry.isDue(at: now + 900) && !entry.isDue(at: now + 899) && entry.isDue(at: now - 86_400))
    }

    @Test("the next attempt is that of the entry whose wait ends first, and a parked one has none")
    func nextAttempt() {
        let machine = Machine(keyLifetime: day)
        let (short, long) = (sealed("PUT").waiting(from: now), sealed("PUT").waiting(from: now, atLeast: .seconds(60)))
        #expect(machine.nextAttempt(of: [long, short], at: now, .seconds(5)) == .seconds(6))
        #expect(machine.nextAttempt(of: [long, open], at: now + 10, .seconds(5)) == .seconds(55))
        #expect(machine.nextAttempt(of: [long], at: now + 90, .seconds(5)) == .seconds(5) + .seconds(0.1))
        #expect(machine.nextAttempt(of: [long.parked(because: "no"), open], at: now, .zero) == nil)
    }
}
