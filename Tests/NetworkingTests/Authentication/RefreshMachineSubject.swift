import Foundation
import Primitives
import TestSupport

@testable import Networking

/// A machine behind a reference, with a manual clock: `#expect` can't call a mutating method on a value.
final class RefreshMachineSubject {
    private var machine: RefreshMachine
    var monotonicTime = Duration.zero
    /// The machine's wall clock. The first credential of the fixtures ends a minute after the beginning of 2026.
    var date = Date(timeIntervalSince1970: 1_767_225_600)

    init(_ credential: BearerCredential = .fixture(1), policy: RefreshPolicy = RefreshPolicy()) {
        machine = RefreshMachine(credential, policy: policy)
    }

    var current: RefreshMachine.Numbered? { machine.current }

    /// Advances both clocks.
    func pass(_ seconds: Int) { pass(.seconds(seconds)) }

    func pass(_ duration: Duration) {
        monotonicTime += duration
        date += duration / .seconds(1)
    }

    func need(_ need: RefreshMachine.Need, waiter: Int) -> RefreshMachine.Step {
        machine.need(need, waiter: waiter, at: .init(monotonicTime: monotonicTime, date: date))
    }

    func need(after refused: Int?, waiter: Int) -> RefreshMachine.Step {
        need(refused.map(RefreshMachine.Need.refused) ?? .unsent(isReplayable: true), waiter: waiter)
    }

    func noteRefusal(of number: Int) { machine.noteRefusal(of: number) }

    func abandon(_ waiter: Int) -> Bool { machine.abandon(waiter) }

    func finish(
        _ outcome: RefreshMachine.Outcome
    ) -> (waiters: [Int], response: Result<RefreshMachine.Numbered, CredentialProviderFailure>) {
        machine.finish(outcome, at: .init(monotonicTime: monotonicTime, date: date))
    }

    func end() -> [Int] { machine.end() }
}
