import ContractSuites
import Foundation
import Primitives
import Testing

@Suite("SystemTimeSource") struct SystemTimeSourceTests {
    @Test("keeps the contract", arguments: TimeSourceContract.clauses)
    func contract(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await clause.check(TimeSourceContract.Subject(SystemTimeSource()))
    }

    @Test("an alarm that is set later and due earlier rings without waiting for the other")
    func earlierAlarm() async {
        let time = SystemTimeSource()
        let late = time.setAlarm(at: time.uptime + .seconds(3_600)) { Issue.record("an hour can't have passed") }
        defer { late.turnOff() }
        await withCheckedContinuation { continuation in
            _ = time.setAlarm(at: time.uptime + .milliseconds(5)) { continuation.resume() }
        }
    }

    @Test("a thousand alarms ring, except the half that was turned off")
    func manyAlarms() async {
        let time = SystemTimeSource()
        let (rings, continuation) = AsyncStream.makeStream(of: Int.self)
        // Far enough ahead that all are set, and half of them turned off, before the first is due.
        let start = time.uptime + .seconds(1)
        let alarms = (0..<1_000).map { number in
            time.setAlarm(at: start + .microseconds(number % 7)) { continuation.yield(number) }
        }
        for (number, alarm) in alarms.enumerated() where number.isMultiple(of: 2) { alarm.turnOff() }
        var rung: Set<Int> = []
        for await number in rings {
            rung.insert(number)
            if rung.count == 500 { break }
        }
        #expect(rung.allSatisfy { !$0.isMultiple(of: 2) })
    }

    @Test("tells this machine's time")
    func now() {
        let before = Date()
        let now = SystemTimeSource().now
        #expect((before...Date()).contains(now))
    }

    /// Wrong in each way that the contract names, the calendar included.
    private struct HastyTimeSource: TimeSource {
        var now: Date { Date(timeIntervalSince1970: 0) }
        var uptime: Duration { .seconds(-Date().timeIntervalSince1970) }
        func sleep(for duration: Duration) async throws {
            guard duration > .zero else { throw CancellationError() }
        }
        func setAlarm(at moment: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
            ring()
            ring()
            return Alarm {}
        }
    }

    @Test("a source that is wrong in every way breaks each clause", arguments: TimeSourceContract.clauses)
    func mutant(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await expectBreach(of: [clause]) { TimeSourceContract.Subject(HastyTimeSource()) }
    }
}
