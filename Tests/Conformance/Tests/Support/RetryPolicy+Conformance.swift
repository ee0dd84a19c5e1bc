import Networking

extension RetryPolicy {
    /// Up to two attempts, and a budget that no single test exhausts.
    static let twice = upTo(2)

    /// Up to `attempts` in quick succession, without a circuit breaker, so that every attempt reaches the server.
    static func upTo(_ attempts: Int) -> RetryPolicy {
        RetryPolicy(
            maximumAttempts: attempts, baseDelay: .milliseconds(10), throttledBaseDelay: .milliseconds(10),
            maximumDelay: .milliseconds(20), budget: Budget(reserve: 100, opening: .full), circuit: nil)
    }
}
