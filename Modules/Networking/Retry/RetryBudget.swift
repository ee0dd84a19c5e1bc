/// The retries that calls to one origin may still send. See ``RetryPolicy/Budget``.
///
/// A retry is paid for before its delay, so sleeping retries count like running ones: a thousand of them can't all
/// spend the same last retry when they wake.
struct RetryBudget {
    /// In millionths of a retry, because ten binary fractions of 0.1 do not add up to 1.
    private var balance: Int
    private let deposit: Int
    private let limit: Int

    private static let retry = 1_000_000

    /// - Parameter draw: 0..<1.
    init(_ policy: RetryPolicy.Budget, draw: @autoclosure () -> Double) {
        deposit = Int(min(max(policy.share, 0), 1) * Double(Self.retry))
        limit = min(max(policy.reserve, 0), 1_000_000) * Self.retry
        switch policy.opening {
        case .drawn: balance = min(Int(draw() * Double(Self.retry)), limit)
        case .full: balance = limit
        }
    }

    /// Adds one call's share.
    mutating func earn() {
        balance = min(balance + deposit, limit)
    }

    /// Pays for one retry; returns `false` if the balance is too low.
    mutating func spend() -> Bool {
        guard balance >= Self.retry else { return false }
        balance -= Self.retry
        return true
    }

    /// Returns the cost of a retry that was not sent.
    mutating func refund() {
        balance = min(balance + Self.retry, limit)
    }
}
