import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Persistence
import Primitives
import Services
import TestSupport
import Testing

@testable import RemoteServices

@Suite("Changes that a command sends before it ends", .timeLimit(.minutes(20)))
struct OutboxDueTests {
    private let fixture = OutboxFixture()

    /// An outbox with a waiting change of each note, and a server that has recovered.
    private func outbox(of notes: String..., in fixture: OutboxFixture) async throws -> Outbox {
        let outbox = try fixture.process()
        fixture.server.fail(.unreachable)
        for note in notes { _ = try await outbox.submit(NoteChange.append(note: note, "1")) }
        fixture.server.fail(nil)
        fixture.clock.advance(by: .seconds(2))
        return try fixture.process()
    }

    private func send(_ outbox: Outbox) async -> DueChanges {
        await outbox.sendDue(until: fixture.clock.monotonicTime + .seconds(5))
    }

    @Test("what is due is sent, what the server refuses is left for a person, and what follows a refused change waits")
    func outcomes() async throws {
        let outbox = try await outbox(of: "a", "b", "c", in: fixture)
        fixture.server.fail { $0.head.path == "/notes/b" ? .status(422) : nil }
        #expect(await send(outbox) == DueChanges(sent: 2, parked: 1))
        _ = try await outbox.submit(NoteChange.append(note: "b", "2"))
        let requests = fixture.server.requests.count
        #expect(await send(outbox) == DueChanges())
        #expect(fixture.server.requests.count == requests && fixture.server.notes == ["a": "1", "c": "1"])
    }

    @Test("a change whose key the server has forgotten is left for a person, without a request")
    func forgottenKey() async throws {
        let outbox = try fixture.process()
        fixture.server.fail(.lostResponse)
        _ = try await outbox.submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail(nil)
        fixture.clock.advance(by: .seconds(24 * 60 * 60 + 1))
        #expect(await send(outbox) == DueChanges(parked: 1))
        #expect(fixture.server.requests.count == 1)
    }

    @Test("nothing is sent before it is due, while another process sends, or to a server without keys")
    func nothing() async throws {
        let early = try fixture.process()
        fixture.server.fail(.status(503))
        _ = try await early.submit(NoteChange.append(note: "a", "1"))
        fixture.server.fail(nil)
        #expect(await send(early) == DueChanges())
        fixture.clock.advance(by: .seconds(2))
        #expect(try await fixture.stores.outboxLock.tryLock())
        #expect(await send(early) == DueChanges())
        fixture.stores.outboxLock.unlock()
        #expect(fixture.server.requests.count == 1)
        #expect(await send(early) == DueChanges(sent: 1))

        let keyless = OutboxFixture(keyLifetime: .zero)
        let outbox = try await outbox(of: "a", in: keyless)
        #expect(await outbox.sendDue(until: keyless.clock.monotonicTime + .seconds(5)) == DueChanges())
        #expect(keyless.server.requests.isEmpty)
    }

    @Test(
        "a request without a response at the limit counts as an attempt, and does not hold up the other changes for ever"
    )
    func limit() async throws {
        let outbox = try await outbox(of: "a", "b", in: fixture)
        let gate = Gate()
        fixture.server.hold(at: gate)
        async let first = send(outbox)
        await gate.waitForArrivals(1)
        fixture.clock.advance(by: .seconds(5))
        #expect(await first == DueChanges())
        fixture.server.hold(at: nil)
        let entries = try await fixture.entries()
        #expect(entries.map(\.attempts) == [2, 1] && entries[0].request != nil)
        #expect(entries.map { $0.isDue(at: fixture.clock.now) } == [false, true])
        #expect(await send(outbox) == DueChanges(sent: 1))
        fixture.clock.advance(by: .seconds(60))
        #expect(await send(outbox) == DueChanges(sent: 1))
        #expect(fixture.server.notes == ["a": "1", "b": "1"])
    }

    @Test("after the limit, no other change is begun")
    func nothingAfterTheLimit() async throws {
        let (fixture, interrupted, _) = OutboxFixture.interrupted()
        let outbox = try await outbox(of: "a", "b", in: fixture)
        // The call that stores the outcome of the first change.
        interrupted.interrupt(before: 4) { fixture.clock.advance(by: .seconds(5)) }
        #expect(await outbox.sendDue(until: fixture.clock.monotonicTime + .seconds(5)) == DueChanges(sent: 1))
        #expect(try await fixture.entries().map(\.attempts) == [1] && interrupted.isDone)
    }

    @Test("a cancelled command ends the request, which is no attempt")
    func cancelled() async throws {
        let outbox = try await outbox(of: "a", in: fixture)
        let gate = Gate()
        fixture.server.hold(at: gate)
        let sending = Task { await send(outbox) }
        await gate.waitForArrivals(1)
        sending.cancel()
        #expect(await sending.value == DueChanges())
        #expect(try await fixture.entries().map(\.attempts) == [1])
    }
}
