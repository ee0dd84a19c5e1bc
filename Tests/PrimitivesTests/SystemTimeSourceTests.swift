import Foundation
import Primitives
import TestSupport
import Testing

@Suite("SystemTimeSource") struct SystemTimeSourceTests {
    @Test("keeps the contract", arguments: TimeSourceContract.clauses)
    func contract(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await clause.check(TimeSourceContract.Subject(SystemTimeSource()))
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
    }

    @Test("a source that is wrong in every way breaks each clause", arguments: TimeSourceContract.clauses)
    func mutant(clause: ContractClause<TimeSourceContract.Subject>) async throws {
        try await expectBreach(of: [clause]) { TimeSourceContract.Subject(HastyTimeSource()) }
    }
}
