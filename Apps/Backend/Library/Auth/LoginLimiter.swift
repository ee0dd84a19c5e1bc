import Foundation
import Synchronization

/// Counts wrong logins for each account and each address, and pauses those with too many.
///
/// A name counts whether or not it has an account, so a pause reveals nothing. A right password counts nothing and ends
/// no pause: its owner could not tell it from a guess before it was checked.
final class LoginLimiter: Sendable {
    /// Who tries to log in.
    struct Attempt: Sendable {
        fileprivate let keys: [(key: Key, limit: Int)]
    }

    fileprivate enum Key: Hashable {
        case account(String)
        case address(String)
    }

    private struct Failures {
        var count: Int
        let end: Date
    }

    private let failures = Mutex<[Key: Failures]>([:])
    private let limits: BackendLimits
    private let now: @Sendable () -> Date

    init(limits: BackendLimits, now: @escaping @Sendable () -> Date) {
        self.limits = limits
        self.now = now
    }

    /// - Parameter address: `nil` if there is no connection, as in tests of the router.
    func attempt(email: String, address: String?) -> Attempt {
        // Emails are found without case, and none of an account is longer.
        let account = (key: Key.account(String(email.lowercased().prefix(254))), limit: limits.loginFailures)
        return Attempt(
            keys: [account] + (address.map { [(.address($0), limits.loginFailuresPerAddress)] } ?? []))
    }

    /// - Throws: ``Problem/tooManyLogins(retryAfter:)`` if the account or the address is paused.
    func check(_ attempt: Attempt) throws(Problem) {
        let moment = now()
        let end = failures.withLock { failures in
            attempt.keys.compactMap { key, limit in
                current(failures[key], at: moment).flatMap { $0.count >= limit ? $0.end : nil }
            }.max()
        }
        guard let end else { return }
        throw .tooManyLogins(retryAfter: max(1, Int(end.timeIntervalSince(moment).rounded(.up))))
    }

    /// Runs `verify` unless the account or the address has been paused meanwhile, and counts a wrong password.
    func verify(_ attempt: Attempt, by verify: () throws -> Bool) throws -> Bool {
        try check(attempt)
        let isRight = try verify()
        if !isRight { count(attempt) }
        return isRight
    }

    private func count(_ attempt: Attempt) {
        let moment = now()
        failures.withLock { failures in
            for (key, _) in attempt.keys {
                if let known = current(failures[key], at: moment) {
                    failures[key] = Failures(count: known.count + 1, end: known.end)
                } else {
                    makeRoom(in: &failures, at: moment)
                    failures[key] = Failures(count: 1, end: moment.addingTimeInterval(window))
                }
            }
        }
    }

    /// Names are the client's to invent, so there is a bound on how many are remembered.
    private func makeRoom(in failures: inout [Key: Failures], at moment: Date) {
        guard failures.count >= Self.capacity else { return }
        failures = failures.filter { current($0.value, at: moment) != nil }
        guard failures.count >= Self.capacity else { return }
        if let oldest = failures.min(by: { $0.value.end < $1.value.end }) { failures[oldest.key] = nil }
    }

    /// An end further away than a whole window comes from a clock that was set back; it counts as past.
    private func current(_ failures: Failures?, at moment: Date) -> Failures? {
        failures.flatMap { $0.end > moment && $0.end <= moment.addingTimeInterval(window) ? $0 : nil }
    }

    private var window: TimeInterval { TimeInterval(limits.loginWindow.components.seconds) }

    static let capacity = 10_000
}
