import EngineTestSupport
import Foundation
import Models
import Primitives
import Services
import Testing

@testable import RemoteServices

/// Random walks through submissions, faults of the server, ends of processes and jumps of the clock.
///
/// `STRATA_OUTBOX_SEEDS=10000` sets their number. A failure names its seed.
@Suite("Outbox under random faults", .timeLimit(.minutes(30)))
struct OutboxWalkTests {
    @Test("whatever fails, each change that was promised takes effect once, and those of one item in their order")
    func walks() async throws {
        let count = ProcessInfo.processInfo.environment["STRATA_OUTBOX_SEEDS"].flatMap { UInt64($0) } ?? 500
        for seed in 1...count {
            var walk = try OutboxWalk(seed: seed)
            for _ in 1...25 { try await walk.step() }
            let outcome = try await walk.finish()
            #expect(outcome.received == outcome.promised, "seed \(seed): \(walk.log.joined(separator: "; "))")
        }
    }
}

private struct OutboxWalk {
    private(set) var log: [String] = []
    private let fixture = OutboxFixture()
    private let random: SeededRandomSource
    private var process: Outbox
    /// What the notes must contain in the end.
    private var promised: [String: String] = [:]
    private var lastText = 0

    init(seed: UInt64) throws {
        random = SeededRandomSource(seed: seed)
        process = try fixture.process()
    }

    private func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }

    mutating func step() async throws {
        switch random.next() % 10 {
        case 0...3: await submit()
        case 4...5: fail()
        case 6: try await kill()
        case 7: moveClocks()
        case 8:
            let now = pick([true, false])
            log.append("send(now: \(now))")
            _ = try await process.send(now: now)
        default: try await sendTwice()
        }
    }

    /// Removes all faults, lets a person retry what was refused, and returns what the server and the callers have.
    mutating func finish() async throws -> (received: [String: String], promised: [String: String]) {
        fixture.server.fail(nil)
        while true {
            let left = try await process.send(now: true).left
            if left.isEmpty { break }
            for change in left { try await process.retry(id: change.id) }
        }
        return (fixture.server.notes.filter { !$0.value.isEmpty }, promised.filter { !$0.value.isEmpty })
    }

    private mutating func submit() async {
        let note = pick(["a", "b", "c"])
        lastText += 1
        let text = "\(lastText),"
        let change: NoteChange = pick([false, false, false, true]) ? .clear(note: note) : .append(note: note, text)
        do {
            let submission = try await process.submit(change)
            log.append("\(change) \(submission.pending == nil ? "accepted" : "stored")")
            if case .clear = change { promised[note] = "" } else { promised[note, default: ""] += text }
        } catch {
            log.append("\(change) refused")
        }
    }

    private mutating func fail() {
        let fault = pick(
            [
                nil, nil, .unreachable, .lostResponse, .status(503), .status(429), .status(422), .status(409),
            ] as [NoteServer.Fault?])
        log.append("\(fault.map { "\($0)" } ?? "no fault")")
        fixture.server.fail(fault)
    }

    /// Ends the process while it may be sending.
    private mutating func kill() async throws {
        let gate = Gate()
        fixture.server.hold(at: gate)
        let sending = Task { [process] in try await process.send(now: true) }
        for _ in 0..<(random.next() % 60) { await Task.yield() }
        sending.cancel()
        gate.open()
        fixture.server.hold(at: nil)
        log.append("killed")
        _ = await sending.result
        process = try fixture.process()
    }

    private mutating func moveClocks() {
        let seconds = Int(random.next() % 100_000)
        log.append("clocks by \(seconds) s")
        fixture.clock.advance(by: .seconds(seconds % 2_000))
        fixture.clock.moveWallClock(by: .seconds(pick([seconds, -seconds])))
    }

    private mutating func sendTwice() async throws {
        log.append("two processes")
        let (clock, other) = (fixture.clock, try fixture.process())
        // A process that finds the lock taken waits for the clock.
        let pump = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(100))
                await Task.yield()
            }
        }
        defer { pump.cancel() }
        async let first = process.send(now: true)
        async let second = other.send(now: true)
        _ = try await (first, second)
    }
}
