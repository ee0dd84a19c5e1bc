/// A rate limiter that permits a steady rate, and bursts from unused capacity.
struct TokenBucket {
    private let rate: Double
    private let limit: Double
    private var level: Double
    private var last: Duration

    /// - Parameter rate: per second.
    init(rate: Double, burst: Int, at now: Duration) {
        self.rate = rate
        limit = Double(burst)
        level = limit
        last = now
    }

    /// Whether one more request is permitted now.
    mutating func take(at now: Duration) -> Bool {
        level = min(limit, level + (now - last) / .seconds(1) * rate)
        last = now
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
