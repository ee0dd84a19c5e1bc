extension RetryPolicy {
    /// A circuit breaker: when so many attempts to an origin fail that calls to it fail at once, without a request.
    ///
    /// The defaults are Hystrix's. .NET opens at a tenth of failures among a hundred calls: that suits a server. In a
    /// client, one broken screen would then block all the others.
    public struct Circuit: Sendable, Equatable {
        /// The share of failed attempts in the window at which the circuit opens. Default 0.5.
        public let failureShare: Double
        /// With fewer attempts in the window the circuit stays closed. Default 20.
        public let minimumAttempts: Int
        /// How long an attempt counts. Default 10 s.
        public let window: Duration
        /// How long the circuit stays open before it admits a probe. Default 5 s.
        public let pause: Duration
        /// How many probes may run at once. Default 1.
        public let probes: Int

        /// A circuit breaker with the standard values for all that you leave out. `window` is at least one millisecond,
        /// `pause` is positive.
        public init(
            failureShare: Double = 0.5, minimumAttempts: Int = 20, window: Duration = .seconds(10),
            pause: Duration = .seconds(5), probes: Int = 1
        ) {
            precondition(window >= .milliseconds(1), "The window of a circuit is at least one millisecond.")
            precondition(pause > .zero, "The pause of a circuit is positive; without it the circuit is never open.")
            self.failureShare = failureShare
            self.minimumAttempts = minimumAttempts
            self.window = window
            self.pause = pause
            self.probes = max(1, probes)
        }
    }
}
