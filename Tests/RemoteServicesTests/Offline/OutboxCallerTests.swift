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

@Suite("Callers of an outbox, who may stop waiting", .timeLimit(.minutes(20)))
struct OutboxCallerTests {
    private let fixture = OutboxFixture()

    @Test("a cancelled caller takes its change back if it was not sent")
    func takenBack() async throws {
        let outbox = try fixture.process()
        #expect(try await fixture.stores.outboxLock.tryLock())
        let adding = Task { try await outbox.submit(NoteChange.append(note: "a", "1")) }
        try await fixture.untilEntries(1)
        adding.cancel()
        await expectFailure(.cancelled) { _ = try await adding.value }
        #expect(try await fixture.entries().isEmpty)
    }

    @Test("a cancelled caller's change that was merged with an earlier one stays, because both are one entry now")
    func notTakenBack() async throws {
        let outbox = try fixture.process()
        _ = try await fixture.stores.outbox.add(fixture.open("a", "1")) { _ in .keepBoth }
        #expect(try await fixture.stores.outboxLock.tryLock())
        let adding = Task { try await outbox.submit(NoteChange.append(note: "a", "2")) }
        try await fixture.untilOpen(.append(note: "a", "12"))
        adding.cancel()
        #expect(try await adding.value.pending != nil)
        #expect(try await fixture.entries().count == 1)
    }

    @Test("a cancelled caller's change that may have been sent stays, and the caller hears that it is pending")
    func sentAlready() async throws {
        let gate = Gate()
        fixture.server.hold(at: gate)
        let outbox = try fixture.process()
        let adding = Task { try await outbox.submit(NoteChange.append(note: "a", "1")) }
        await gate.waitForArrivals(1)
        adding.cancel()
        #expect(try await adding.value.pending?.mayHaveBeenSent == true)
        #expect(try await fixture.entries().count == 1)
        gate.open()
        try await fixture.advanceUntilSent()
        #expect(fixture.server.notes == ["a": "1"])
    }

    @Test("a refusal that comes while a caller stops waiting is parked, because no caller receives it")
    func refusedAfterTheWait() async throws {
        let (fixture, interrupted, outbox) = OutboxFixture.interrupted()
        let (response, reading) = (Gate(), Gate())
        fixture.server.fail(.status(422))
        fixture.server.hold(at: response)
        let process = try fixture.process()
        async let submitted = process.submit(NoteChange.append(note: "a", "1"))
        await response.waitForArrivals(1)
        interrupted.interrupt(before: 1) { await reading.pass() }
        fixture.clock.advance(by: .seconds(2))
        await reading.waitForArrivals(1)
        response.open()
        while case .sealed = try await outbox.entries(of: fixture.owner).first?.state { await Task.yield() }
        reading.open()
        guard case .parked = try await submitted.pending?.state else {
            Issue.record("the refusal is lost")
            return
        }
    }

    @Test("a caller whose wait ends while its refusal is stored gets the refusal")
    func refusedAtTheEndOfTheWait() async throws {
        let (fixture, interrupted, outbox) = OutboxFixture.interrupted()
        let (response, storing) = (Gate(), Gate())
        fixture.server.fail(.status(422))
        fixture.server.hold(at: response)
        let process = try fixture.process()
        let submitting = Task { try await process.submit(NoteChange.append(note: "a", "1")) }
        await response.waitForArrivals(1)
        interrupted.interrupt(before: 1) { await storing.pass() }
        response.open()
        await storing.waitForArrivals(1)
        fixture.clock.advance(by: .seconds(2))
        for _ in 1...100 { await Task.yield() }
        storing.open()
        await #expect(throws: ServiceError<Never>.self) { try await submitting.value }
        #expect(try await outbox.entries(of: fixture.owner).isEmpty)
    }

    @Test("a change that another pass has sent before its caller waits for it is not reported as pending")
    func sentBeforeTheWait() async throws {
        let (fixture, interrupted, outbox) = OutboxFixture.interrupted()
        let process = try fixture.process()
        interrupted.afterAdding {
            _ = try? await process.send(now: false)
            #expect((try? await outbox.entries(of: fixture.owner))?.isEmpty == true)
        }
        #expect(try await process.submit(NoteChange.append(note: "a", "1")).pending == nil)
        #expect(fixture.server.notes == ["a": "1"])
    }

    @Test("an error of the store does not hide that a change is stored", arguments: [false, true])
    func storedInSpiteOfAnError(isCancelled: Bool) async throws {
        let (fixture, interrupted, outbox) = OutboxFixture.interrupted()
        let process = try fixture.process()
        let busy: @Sendable () async throws(StoreError) -> Void = { () async throws(StoreError) in
            throw .busy(path: "store.sqlite")
        }
        if isCancelled {
            #expect(try await fixture.stores.outboxLock.tryLock())
        } else {
            fixture.server.fail(.unreachable)
            // After next, and the updates that seal it and let it wait.
            interrupted.interrupt(before: 4, busy)
        }
        let submitting = Task { try await process.submit(NoteChange.append(note: "a", "1")) }
        while try await outbox.entries(of: fixture.owner).isEmpty { await Task.yield() }
        if isCancelled {
            interrupted.interrupt(before: 1, busy)
            submitting.cancel()
        }
        #expect(try await submitting.value.pending != nil && interrupted.isDone)
        #expect(try await outbox.entries(of: fixture.owner).count == 1)
    }

    @Test("cancelling one caller of send neither fails the others nor leaves a new change unsent")
    func cancelledPass() async throws {
        let gate = Gate()
        fixture.server.hold(at: gate)
        _ = try await fixture.stores.outbox.add(fixture.open("a", "1")) { _ in .keepBoth }
        let outbox = try fixture.process()
        let first = Task { try await outbox.send(now: false) }
        await gate.waitForArrivals(1)
        let second = Task { try await outbox.send(now: false).left }
        let adding = Task { try await outbox.submit(NoteChange.append(note: "b", "1")).pending }
        try await fixture.untilEntries(2)
        for _ in 1...100 { await Task.yield() }
        first.cancel()
        await expectFailure(.cancelled) { _ = try await first.value }
        gate.open()
        #expect(try await second.value.isEmpty)
        #expect(try await adding.value == nil)
        #expect(fixture.server.notes == ["a": "1", "b": "1"])
    }
}
