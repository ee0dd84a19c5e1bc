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

extension RetryPolicy {
    /// A limit for the retries of all calls to one origin: each call earns a share of a retry, each retry
    /// costs one.
    ///
    /// In an outage, a client that makes n calls sends at most `n × (1 + share) + reserve` requests. With many calls
    /// that is little more than `1 + share` times its calls. With few calls the total depends on ``Opening``.
    public struct Budget: Sendable, Equatable {
        /// How much of a retry one call earns. Default 0.1: one retry for ten calls (the token ratio of gRPC's proposal
        /// A6).
        public var share: Double
        /// How many retries can be saved up. One client can send that many retries at once when an outage begins.
        /// Default 5 (the example in gRPC's A6: ten tokens, of which the upper half can be spent).
        public var reserve: Int
        /// The balance before an origin's first call.
        public var opening: Opening

        /// - Parameters:
        ///   - share: how much of a retry one call earns, 0…1.
        ///   - reserve: how many retries can be saved up; less than 1 disables retries.
        ///   - opening: the balance before an origin's first call.
        public init(share: Double = 0.1, reserve: Int = 5, opening: Opening = .full) {
            self.share = share
            self.reserve = reserve
            self.opening = opening
        }

        /// The balance of an origin's budget before its first call.
        public enum Opening: Sendable, Equatable {
            /// The full reserve. The default, as in the standard mode of the AWS SDKs: the first call of a new process
            /// can be retried. In an outage, new clients that make one call each send all their attempts.
            case full
            /// A fraction of one retry, drawn uniformly from 0..<1. The expected number of retries after n calls is
            /// then exactly n × share for every n. Use it for fleets of many short-lived clients, which together send
            /// about 1.1 times their calls in an outage. The price: a single call of a new process is retried in one
            /// case of ten.
            case drawn
        }
    }
}

extension RetryPolicy {
    /// The settings of a circuit breaker: if too many attempts to an origin fail, further calls to it fail at once,
    /// without a request.
    ///
    /// The defaults are those of Hystrix. .NET opens a circuit if 10% of a hundred calls fail, which suits a server. In
    /// a client, the failing calls of one screen would then block all other screens.
    public struct Circuit: Sendable, Equatable {
        /// The share of failed attempts in the window at which the circuit opens. Default 0.5.
        public let failureShare: Double
        /// With fewer attempts in the window the circuit stays closed. Default 20.
        public let minimumAttempts: Int
        /// How long an attempt counts toward ``failureShare``. Default 10 s.
        public let window: Duration
        /// How long the circuit stays open before it admits a probe. Default 5 s.
        public let pause: Duration
        /// How many probes may run at once. Default 1.
        public let probes: Int

        /// Creates settings. Parameters that you omit have the standard values. `window` must be at least one
        /// millisecond, and `pause` must be positive.
        public init(
            failureShare: Double = 0.5, minimumAttempts: Int = 20, window: Duration = .seconds(10),
            pause: Duration = .seconds(5), probes: Int = 1
        ) {
            precondition(window >= .milliseconds(1), "The window of a circuit must be at least one millisecond.")
            precondition(pause > .zero, "The pause of a circuit must be positive, or the circuit is never open.")
            self.failureShare = failureShare
            self.minimumAttempts = minimumAttempts
            self.window = window
            self.pause = pause
            self.probes = max(1, probes)
        }
    }
}

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
