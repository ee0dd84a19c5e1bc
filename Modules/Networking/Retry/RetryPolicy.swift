/// When a call is retried, after which delay, and what limits the retries of all calls to one origin.
///
/// The delays are those of the AWS SDKs' standard mode as revised in 2026, the budget is that of gRPC (proposal A6),
/// the circuit breaker that of Hystrix. Each set of values was proven in production on many clients, and no set depends
/// on another.
public struct RetryPolicy: Sendable, Equatable {
    /// How many attempts a call has. Default 3, as in the AWS SDKs: a fourth attempt seldom succeeds
    /// after three failures. 1 disables retries.
    public var maximumAttempts: Int
    /// The upper bound of the first random delay; it doubles with each attempt. Default 50 ms (AWS).
    public var baseDelay: Duration
    /// The base delay after a 429, when the server is overloaded but has not failed. Default 1 s (AWS).
    public var throttledBaseDelay: Duration
    /// The upper bound of every random delay. Default 20 s (AWS).
    public var maximumDelay: Duration
    /// The longest Retry-After that is respected. Default 5 s (AWS). If a server requests more, the call fails at once
    /// instead of blocking a screen for an hour; its error says when to try again (``HTTPFailure/retryAfter``).
    public var retryAfterLimit: Duration
    /// The limit for retries of all calls to one origin; `nil` for none.
    public var budget: Budget?
    /// When calls to a failing origin fail at once; `nil` for never.
    public var circuit: Circuit?

    /// Creates a policy. Parameters that you omit have the standard values.
    public init(
        maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(50), throttledBaseDelay: Duration = .seconds(1),
        maximumDelay: Duration = .seconds(20), retryAfterLimit: Duration = .seconds(5), budget: Budget? = Budget(),
        circuit: Circuit? = Circuit()
    ) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.throttledBaseDelay = throttledBaseDelay
        self.maximumDelay = maximumDelay
        self.retryAfterLimit = retryAfterLimit
        self.budget = budget
        self.circuit = circuit
    }

    /// The default value of every property.
    public static let standard = RetryPolicy()

    /// Every call has exactly one attempt: no retries, no circuit breaker.
    public static let never = RetryPolicy(maximumAttempts: 1, circuit: nil)

    /// Whether an interceptor with this policy has nothing to do.
    var isOff: Bool { maximumAttempts <= 1 && circuit == nil }

    /// The delay before a retry, with full jitter: a uniform draw up to the ceiling. Clients that failed together retry
    /// at different times.
    ///
    /// A server's wait is respected in full, and the jitter is added. The jitter's range is at least as long as that
    /// wait: clients that were refused together get the same wait, and 50 ms would not spread them.
    /// - Parameter serverWait: the server's wait, or zero.
    func delay(beforeRetry number: Int, throttled: Bool, serverWait: Duration = .zero, jitter: Double) -> Duration {
        // At 2³⁰, even a base of 1 ms has grown to 12 days, above any sensible maximum.
        let growth = 1 << min(max(number - 1, 0), 30)
        let ceiling = min(maximumDelay, (throttled ? throttledBaseDelay : baseDelay) * growth)
        return serverWait + max(ceiling, serverWait) * jitter
    }
}
