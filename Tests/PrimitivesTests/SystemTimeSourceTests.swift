import ContractSuites
import Foundation
import Primitives
import Testing

@Suite("SystemTimeSource") struct SystemTimeSourceTests {
    @Test("passes the contract", arguments: TimeSourceContract.clauses)
    func contract(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await clause.check(TimeSourceContract.Subject(SystemTimeSource()))
    }

    @Test("a timer that is set later and due earlier fires without waiting for the other")
    func earlierTimer() async {
        let time = SystemTimeSource()
        let late = time.setTimer(at: time.monotonicTime + .seconds(3_600)) { Issue.record("an hour can't have passed") }
        defer { late.cancel() }
        await withCheckedContinuation { continuation in
            _ = time.setTimer(at: time.monotonicTime + .milliseconds(5)) { continuation.resume() }
        }
    }

    @Test("a thousand timers fire, except the half that was cancelled")
    func manyTimers() async {
        let time = SystemTimeSource()
        let (firings, continuation) = AsyncStream.makeStream(of: Int.self)
        // Far enough ahead that all are set, and half of them cancelled, before the first is due.
        let start = time.monotonicTime + .seconds(1)
        let timers = (0..<1_000).map { number in
            time.setTimer(at: start + .microseconds(number % 7)) { continuation.yield(number) }
        }
        for (number, timer) in timers.enumerated() where number.isMultiple(of: 2) { timer.cancel() }
        var fired: Set<Int> = []
        for await number in firings {
            fired.insert(number)
            if fired.count == 500 { break }
        }
        #expect(fired.allSatisfy { !$0.isMultiple(of: 2) })
    }

    @Test("SystemTimeSource reads this machine's clocks")
    func now() {
        let before = Date()
        let now = SystemTimeSource().now
        #expect((before...Date()).contains(now))
    }

    /// Breaks every clause of the contract, including those about the wall clock.
    private struct HastyTimeSource: TimeSource {
        var now: Date { Date(timeIntervalSince1970: 0) }
        var monotonicTime: Duration { .seconds(-Date().timeIntervalSince1970) }
        func sleep(for duration: Duration) async throws {
            guard duration > .zero else { throw CancellationError() }
        }
        func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
            fire()
            fire()
            return DeadlineTimer {}
        }
    }

    @Test("a source that is wrong in every way breaks each clause", arguments: TimeSourceContract.clauses)
    func mutant(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await expectBreach(of: [clause]) { TimeSourceContract.Subject(HastyTimeSource()) }
    }
}
