/// When a call is sent again, how long it waits before that, and what limits all calls to one origin together.
///
/// The delays are those of the AWS SDKs' standard mode as revised in 2026, the budget is that of gRPC (proposal A6),
/// the circuit that of Hystrix: one set each from where its numbers were tried on many clients, and no number of one
/// set leans on another's.
public struct RetryPolicy: Sendable, Equatable {
    /// How often a call may be sent in all, hedges included. Default 3, as in the AWS SDKs: what fails three times in a
    /// row is seldom mended by a fourth. 1 sends every call once.
    public var maximumAttempts: Int
    /// What the first delay is drawn below; doubles with each attempt. Default 50 ms (AWS).
    public var baseDelay: Duration
    /// The same after a 429, where the server has asked for less and not failed. Default 1 s (AWS).
    public var throttledBaseDelay: Duration
    /// No delay is drawn above it, however often the base has doubled. Default 20 s (AWS).
    public var maximumDelay: Duration
    /// The longest wait that a Retry-After field can ask for. Default 5 s (AWS). If a server asks for more, the call ends at
    /// once: its error says when to try again (``HTTPFailure/retryAfter``), and no screen waits for an hour.
    public var retryAfterLimit: Duration
    /// What all calls to one origin may spend on retries and hedges; `nil` for no limit.
    public var budget: Budget?
    /// When an origin counts as failed as a whole; `nil` for never.
    public var circuit: Circuit?
    /// Whether a slow GET or HEAD is sent a second time while the first is under way. Off by default: it buys time with
    /// load.
    public var hedging: Hedging?

    /// A policy of which the caller says what is not standard.
    public init(
        maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(50), throttledBaseDelay: Duration = .seconds(1),
        maximumDelay: Duration = .seconds(20), retryAfterLimit: Duration = .seconds(5), budget: Budget? = Budget(),
        circuit: Circuit? = Circuit(), hedging: Hedging? = nil
    ) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.throttledBaseDelay = throttledBaseDelay
        self.maximumDelay = maximumDelay
        self.retryAfterLimit = retryAfterLimit
        self.budget = budget
        self.circuit = circuit
        self.hedging = hedging
    }

    /// The defaults that each property states.
    public static let standard = RetryPolicy()

    /// Every call is sent once, whatever became of the calls before it.
    public static let never = RetryPolicy(maximumAttempts: 1, circuit: nil)

    /// Whether a link with this policy has nothing to do.
    var isOff: Bool { maximumAttempts <= 1 && circuit == nil }

    /// Full jitter: any time up to the ceiling, each as likely. Clients that failed together come back apart, and the
    /// mean load of the retries halves.
    ///
    /// The server's wait comes first and the jitter on top. It is drawn from a span at least as long as that wait, because
    /// all clients that were refused in one moment come back in it: 50 ms would be one moment again.
    /// - Parameter asked: the server's wait, or zero.
    func delay(beforeRetry number: Int, throttled: Bool, asked: Duration = .zero, jitter: Double) -> Duration {
        // Beyond 2³⁰ any base above a nanosecond has reached any sensible cap.
        let growth = 1 << min(max(number - 1, 0), 30)
        let ceiling = min(maximumDelay, (throttled ? throttledBaseDelay : baseDelay) * growth)
        return asked + max(ceiling, asked) * jitter
    }
}
