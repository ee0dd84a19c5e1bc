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
