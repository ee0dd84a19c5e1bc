/// What one origin's calls have left to spend on retries and hedges. See ``RetryPolicy/Budget``.
///
/// Whoever is about to wait for a retry has paid for it already, so retries that sleep count like those that are under
/// way: a thousand sleepers can't all find the same last coin when they wake.
struct RetryBudget {
    /// Millionths of a retry: ten tenths are one, which they are not in binary fractions.
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

    /// A call was made.
    mutating func earn() {
        balance = min(balance + deposit, limit)
    }

    /// Pays for one retry, if there is enough for it.
    mutating func spend() -> Bool {
        guard balance >= Self.retry else { return false }
        balance -= Self.retry
        return true
    }

    /// A retry that was paid for did not take place.
    mutating func refund() {
        balance = min(balance + Self.retry, limit)
    }
}
