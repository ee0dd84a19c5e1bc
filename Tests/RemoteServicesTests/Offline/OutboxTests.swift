import ContractSuites
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import Services
import Synchronization
import TestSupport
import Testing

@testable import RemoteServices

/// Each test shows a failure that users of other apps had:
///
/// | failure | test |
/// | --- | --- |
/// | a lost response applied a change twice | `lostResponse` |
/// | two processes sent one queue | `twoProcesses` |
/// | each restart without a connection doubled the queue; after it, nothing was sent | `restarts` |
/// | one failure stopped sending until the next change | `outage` |
/// | a change was removed before it was sent | `killedWhileSending` |
/// | a change during a replay swapped the order, or was lost | `order`, `interrupted` |
/// | one refusal blocked everything without a reason; skipping it broke the order | `refused` |
/// | a timer sent a slow change again | `slow` |
/// | temporary errors dropped changes | `statuses` |
/// | one unreadable row dropped all | `unreadable` |
/// | merging lost a change that was made again after its deletion | `OutboxMergingTests` |
/// | a stored token was sent forever; one account's change was sent by another | `AccountOutboxTests` |
/// | a late response brought an older value back | `AccountOutboxTests`, `StoredReadsTests` |
/// | a change failed because of its own effect | `ProfileChangeTests` |
/// | an upgrade, a kill, a full disk or a checkpoint lost changes | `MigrationTests`, `OutboxKillTests`, `OutboxDiskTests`, `CrashTests` |
@Suite("Outbox", .timeLimit(.minutes(20)))
struct OutboxTests {
    private let fixture = OutboxFixture()

    @Test("a lost response: the same bytes go out again under the same key, and take effect once")
    func lostResponse() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.lostResponse)
        #expect(try await outbox.submit(NoteChange.append(note: "a", "1")).pending?.mayHaveBeenSent == true)
        fixture.server.fail(nil)
        #expect(try await fixture.process().send(now: true).sent == 1)
        #expect(fixture.server.notes == ["a": "1"])
        let (first, second) = (fixture.server.requests[0], fixture.server.requests[1])
        #expect(first.body == second.body && first.head.path == second.head.path)
    }

    @Test("two processes that send at once send each change once")
    func twoProcesses() async throws {
        let (first, second) = (try fixture.process(), try fixture.process())
        fixture.server.fail(.unreachable)
        for name in ["a", "b", "c"] { _ = try await first.submit(NoteChange.append(note: name, "1")) }
        fixture.server.fail(nil)
        let gate = Gate()
        fixture.server.hold(at: gate)
        async let sent = first.send(now: true).sent
        await gate.waitForArrivals(1)
        async let alsoSent = second.send(now: true).sent
        await fixture.clock.waitForSleepers(1)
        gate.open()
        let one = try await sent
        fixture.clock.advance(by: .seconds(1))
        #expect(try await (one, alsoSent) == (3, 0))
        #expect(fixture.server.requests.count == 3)
    }

    @Test(
        "ten restarts without a connection leave one entry for each change, and the next one with a connection sends them"
    )
    func restarts() async throws {
        fixture.server.fail(.unreachable)
        _ = try await fixture.process().submit(NoteChange.append(note: "a", "1"))
        _ = try await fixture.process().submit(NoteChange.append(note: "b", "1"))
        for _ in 1...10 { _ = try await fixture.process().send(now: true) }
        #expect(try await fixture.entries().count == 2)
        let outbox = try fixture.process()
        let running = Task { await outbox.run() }
        defer { running.cancel() }
        try await fixture.advance { fixture.clock.monotonicTime > .seconds(10) }
        fixture.server.fail(nil)
        try await fixture.advanceUntilSent()
        #expect(fixture.server.notes == ["a": "1", "b": "1"])
    }

    @Test("after an outage the changes are sent without a new one, and a later change of one's own is not needed")
    func outage() async throws {
        let outbox = try fixture.process()
        let running = Task { await outbox.run() }
        defer { running.cancel() }
        fixture.server.fail(.status(503))
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        try await fixture.advance { fixture.clock.monotonicTime > .seconds(3_600) }
        #expect(try await fixture.entries().first?.attempts ?? 0 > 5)
        // At most one attempt in each interval of the back-off, which ends at 15 minutes.
        #expect(fixture.server.requests.count < 25)
        fixture.server.fail(nil)
        try await fixture.advanceUntilSent()
        #expect(fixture.server.notes == ["a": "1"])
    }

    @Test("a process that ends while it sends leaves the sealed change, and the next one sends it")
    func killedWhileSending() async throws {
        fixture.server.fail(.unreachable)
        let outbox = try fixture.process()
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail(nil)
        let gate = Gate()
        fixture.server.hold(at: gate)
        let sending = Task { try await outbox.send(now: true) }
        await gate.waitForArrivals(1)
        guard case .sealed(let request) = try await fixture.entries().first?.state else {
            Issue.record("it was sent before it was sealed")
            return
        }
        #expect(request.body == fixture.server.requests.first?.body)
        sending.cancel()
        await expectFailure(.cancelled) { _ = try await sending.value }
        #expect(try await fixture.entries().count == 1)
        gate.open()
        _ = try await fixture.process().send(now: true)
        #expect(try await fixture.entries().isEmpty)
        #expect(fixture.server.notes == ["a": "1"])
    }

    @Test("changes that are made while others are sent keep their order, and are not merged into a sealed one")
    func order() async throws {
        let gate = Gate()
        fixture.server.hold(at: gate)
        let outbox = try fixture.process()
        async let first = outbox.submit(NoteChange.append(note: "a", "1"))
        await gate.waitForArrivals(1)
        async let second = outbox.submit(NoteChange.append(note: "a", "2"))
        try await fixture.untilEntries(2)
        async let third = outbox.submit(NoteChange.append(note: "a", "3"))
        try await fixture.untilOpen(.append(note: "a", "23"))
        gate.open()
        #expect(try await [first, second, third].allSatisfy { $0.pending == nil })
        #expect(fixture.server.notes == ["a": "123"])
        #expect(fixture.server.requests.count == 2)
    }

    @Test("a refused change is parked with its reason and blocks its own item only, until a person decides")
    func refused() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.unreachable)
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail { $0.head.path?.hasSuffix("/a") == true ? .status(422) : nil }
        _ = try await outbox.send(now: true)
        _ = try await outbox.submit(NoteChange.append(note: "a", "2"))
        #expect(try await outbox.submit(NoteChange.append(note: "b", "1")).pending == nil)
        let left = try await outbox.send(now: true).left
        #expect(left.count == 2 && fixture.server.notes == ["b": "1"])
        guard case .parked(let reason) = left[0].state else {
            Issue.record("got \(left[0].state)")
            return
        }
        #expect(!reason.isEmpty)
        fixture.server.fail(nil)
        try await outbox.discard(id: left[0].id)
        #expect(try await outbox.send(now: false).left.isEmpty)
        #expect(fixture.server.notes == ["a": "2", "b": "1"])
        await expectFailure(.notFound) { try await outbox.retry(id: left[0].id) }
    }

    @Test(
        "a caller that waits for its own change gets the refusal; one whose change contains an earlier one leaves it parked"
    )
    func refusedCaller() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.status(422))
        await #expect(throws: ServiceError<Never>.self) { try await outbox.submit(NoteChange.append(note: "a", "1")) }
        #expect(try await fixture.entries().isEmpty)
        _ = try await fixture.stores.outbox.add(fixture.open("b", "1")) { _ in .keepBoth }
        let merged = try await outbox.submit(NoteChange.append(note: "b", "2"))
        guard case .parked = merged.pending?.state else {
            Issue.record("got \(merged)")
            return
        }
        fixture.server.fail(nil)
        try await outbox.retry(id: #require(merged.pending).id)
        #expect(try await outbox.send(now: false).sent == 1)
        #expect(fixture.server.notes == ["b": "12"])
    }

    @Test("while a server is slow, no timer sends a change a second time")
    func slow() async throws {
        let gate = Gate()
        fixture.server.hold(at: gate)
        let outbox = try fixture.process()
        let running = Task { await outbox.run() }
        defer { running.cancel() }
        async let submitted = outbox.submit(NoteChange.append(note: "a", "1"))
        await gate.waitForArrivals(1)
        try await fixture.advance { fixture.clock.monotonicTime > .seconds(60) }
        #expect(try await submitted.pending?.mayHaveBeenSent == true)
        #expect(fixture.server.requests.count == 1)
        gate.open()
        try await fixture.advanceUntilSent()
        #expect(fixture.server.requests.count == 1)
    }

    @Test("every status settles a change, leaves it waiting or parks it, and no status loses it")
    func statuses() async throws {
        for status in Array(200...204) + Array(400...431) + Array(500...511) {
            let fixture = OutboxFixture()
            let outbox = try fixture.process()
            fixture.server.fail(.unreachable)
            _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
            fixture.server.fail(.status(status))
            let (report, entry) = (try await outbox.send(now: true), try await fixture.entries().first)
            switch (status, entry?.state) {
            case (200...299, nil): #expect(report.sent == 1)
            case (401, .open): #expect(entry?.attempts == 0, "a login is no attempt")
            case (408, .sealed), (425, .sealed), (429, .sealed), (500..., .sealed): #expect(entry?.attempts == 1)
            case (400..., .parked): break
            default: Issue.record("\(status) leaves \(String(describing: entry?.state))")
            }
        }
    }

    @Test("a change that this version can't read is parked, and the others are sent")
    func unreadable() async throws {
        let outbox = try fixture.process()
        for (id, kind, version) in [("1", "unknown", 1), ("2", "note", 99), ("3", "note", 1)] {
            let entry = NewOutboxEntry(
                id: id, owner: fixture.owner, lane: id, kind: kind, version: version, payload: Data("?".utf8),
                createdAt: fixture.clock.now)
            _ = try await fixture.stores.outbox.add(entry) { _ in .keepBoth }
        }
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        let left = try await outbox.changes()
        #expect(left.count == 3 && fixture.server.notes == ["a": "1"])
        for change in left {
            guard case .parked = change.state, !change.mayHaveBeenSent else {
                Issue.record("got \(change)")
                continue
            }
        }
    }

    @Test(
        "a change that is made at any step of sending the earlier one of its item is sent once, after it or with it",
        arguments: 1...6)
    func interrupted(step: Int) async throws {
        let (fixture, interrupted, base) = OutboxFixture.interrupted()
        fixture.server.fail(.unreachable)
        let outbox = try fixture.process()
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail(nil)
        let later = try fixture.open("a", "2")
        interrupted.interrupt(before: step) { () async throws(StoreError) in
            _ = try await base.add(later) { $0.merge(NoteChange.append(note: "a", "2")) }
        }
        _ = try await outbox.send(now: true)
        #expect(interrupted.isDone)
        _ = try await outbox.send(now: true)
        #expect(try await fixture.entries().isEmpty)
        #expect(fixture.server.notes == ["a": "12"])
    }

    @Test("a change whose outcome is unknown for longer than the server remembers its key waits for a person")
    func forgottenKey() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.lostResponse)
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        _ = try await outbox.submit(NoteChange.clear(note: "b"))
        fixture.server.fail(nil)
        fixture.clock.advance(by: .seconds(24 * 60 * 60 + 1))
        let left = try await outbox.send(now: true).left
        #expect(left.map(\.itemID) == ["a"], "clearing again changes nothing")
        #expect(fixture.server.notes["a"] == "1" && fixture.server.requests.count == 3)
        try await outbox.retry(id: left[0].id)
        #expect(try await outbox.send(now: false).sent == 1)
        #expect(fixture.server.notes["a"] == "1")
    }

    @Test(
        "a change that the server can't have received is open: a later one is merged with it, and none may have been sent"
    )
    func unsent() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.unreachable)
        #expect(try await outbox.submit(NoteChange.append(note: "a", "1")).pending?.mayHaveBeenSent == false)
        _ = try await outbox.submit(NoteChange.append(note: "a", "2"))
        #expect(try await fixture.entries().map(\.state) == [.open])
        fixture.server.fail(nil)
        #expect(try await outbox.send(now: true).sent == 1)
        #expect(fixture.server.notes == ["a": "12"] && fixture.server.requests.count == 1)
    }

    @Test("a sealed change is sent as it is, also by a version that does not know its kind")
    func sealedUnknown() async throws {
        fixture.server.fail(.lostResponse)
        _ = try await fixture.process().submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail(nil)
        #expect(try await fixture.process(knowing: []).send(now: true).sent == 1)
        #expect(fixture.server.notes == ["a": "1"] && fixture.server.requests.count == 2)
    }

    @Test("a screen that ends while a change is sent does not wait for the server, and the change stays")
    func endedRun() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.unreachable)
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail(nil)
        let gate = Gate()
        fixture.server.hold(at: gate)
        let running = Task { await outbox.run() }
        try await fixture.advance { gate.arrivals == 1 }
        running.cancel()
        await running.value
        #expect(try await fixture.entries().count == 1)
        gate.open()
    }

    @Test("the read before a change waits for a server that fails, and parks the change that a server refuses to read")
    func refusedRead() {
        for status in Array(400...431) + Array(500...511) {
            let response = RawResponse(
                status: status, reason: "", headers: [], body: Data(), requestID: UUID(), attempts: 1)
            switch (status, SendOutcome(response).kind) {
            case (401, .accountNeeded), (408, .later), (425, .later), (429, .later), (500..., .later): break
            case (400..., .refused(let reason, nil)): #expect(!reason.isEmpty)
            case (_, let outcome): Issue.record("\(status) is \(outcome)")
            }
        }
    }

    @Test("a server without keys gets no change twice: one that it may have waits for a person")
    func withoutKeys() async throws {
        let fixture = OutboxFixture(keyLifetime: .zero)
        let outbox = try fixture.process()
        fixture.server.fail(.unreachable)
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail(.lostResponse)
        _ = try await outbox.send(now: true)
        _ = try await outbox.submit(NoteChange.clear(note: "b"))
        fixture.server.fail(nil)
        let left = try await outbox.send(now: true).left
        #expect(left.map(\.itemID) == ["a"] && left.allSatisfy(\.mayHaveBeenSent))
        #expect(fixture.server.notes == ["a": "1", "b": ""] && fixture.server.requests.count == 3)
        try await outbox.retry(id: left[0].id)
        #expect(try await outbox.send(now: false).sent == 1)
        #expect(fixture.server.notes["a"] == "11", "the person has decided that it is sent again")
    }

    @Test("a store that fails once stops no run: the change is sent without another one")
    func failingStore() async throws {
        let (fixture, interrupted, _) = OutboxFixture.interrupted()
        _ = try await fixture.stores.outbox.add(fixture.open("a", "1")) { _ in .keepBoth }
        interrupted.interrupt(before: 1) { () async throws(StoreError) in throw .busy(path: "store.sqlite") }
        let outbox = try fixture.process()
        let running = Task { await outbox.run() }
        defer { running.cancel() }
        while !interrupted.isDone { await Task.yield() }
        try await fixture.advance {
            if fixture.clock.monotonicTime > .seconds(3_600) { return true }
            return try await fixture.entries().isEmpty
        }
        #expect(fixture.server.notes == ["a": "1"])
    }

    @Test("the login page of a network is no answer to a change")
    func foreignPage() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.page)
        #expect(try await outbox.submit(NoteChange.append(note: "a", "1")).pending != nil)
        fixture.server.fail(nil)
        #expect(try await outbox.send(now: true).sent == 1)
        #expect(fixture.server.notes == ["a": "1"])
    }
}
