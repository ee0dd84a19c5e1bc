import Foundation

/// Counts failed logins for each account and each address, and pauses those with too many.
///
/// An email is counted even if it has no account, so a pause does not reveal which emails have one. A successful login
/// changes no count and ends no pause, because a paused login is refused before its password is checked.
final class LoginLimiter: Sendable {
    /// The account and the address of one login attempt.
    struct Attempt: Sendable {
        fileprivate let keys: [(key: Key, limit: Int)]
    }

    fileprivate enum Key: Hashable {
        case account(String)
        case address(String)
    }

    private let failures: RateLimiter<Key>
    private let limits: BackendLimits

    init(limits: BackendLimits, now: @escaping @Sendable () -> Date) {
        failures = RateLimiter(window: limits.loginWindow, now: now)
        self.limits = limits
    }

    /// - Parameter address: `nil` if there is no connection, as in tests of the router.
    func attempt(email: String, address: String?) -> Attempt {
        // Emails are compared case-insensitively, and no account has one with more than 254 characters.
        let account = (key: Key.account(String(email.lowercased().prefix(254))), limit: limits.loginFailures)
        return Attempt(
            keys: [account] + (address.map { [(.address($0), limits.loginFailuresPerAddress)] } ?? []))
    }

    /// - Throws: ``Problem/tooManyLogins(retryAfter:)`` if the account or the address is paused.
    func check(_ attempt: Attempt) throws(Problem) {
        if let seconds = failures.retryAfter(attempt.keys) { throw .tooManyLogins(retryAfter: seconds) }
    }

    /// Runs `verify` unless the account or the address was paused in the meantime, and counts a wrong password.
    func verify(_ attempt: Attempt, by verify: () throws -> Bool) throws -> Bool {
        try check(attempt)
        let isCorrect = try verify()
        if !isCorrect { failures.count(attempt.keys.map(\.key)) }
        return isCorrect
    }
}
