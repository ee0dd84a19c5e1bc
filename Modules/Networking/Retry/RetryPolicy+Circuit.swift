extension RetryPolicy {
    /// When an origin counts as failed as a whole, so that calls to it fail at once instead of waiting for what will
    /// not come.
    ///
    /// The defaults are Hystrix's: a tenth of failures among a hundred calls, as .NET has it, is a server's measure,
    /// and a single client with one broken screen would shut itself out of all the others.
    public struct Circuit: Sendable, Equatable {
        /// The circuit opens once this share of the window's attempts has failed. Default 0.5.
        public let failureShare: Double
        /// With fewer attempts in the window it stays closed. Default 20.
        public let minimumAttempts: Int
        /// How far back attempts are counted. Default 10 s.
        public let window: Duration
        /// How long it stays open before a call is let through to see. Default 5 s.
        public let pause: Duration
        /// How many such calls there may be at once. Default 1.
        public let probes: Int

        /// A circuit of which the caller says what is not standard. `window` is at least a millisecond and `pause`
        /// positive.
        public init(
            failureShare: Double = 0.5, minimumAttempts: Int = 20, window: Duration = .seconds(10),
            pause: Duration = .seconds(5), probes: Int = 1
        ) {
            precondition(window >= .milliseconds(1), "A circuit counts over a millisecond at least.")
            precondition(pause > .zero, "A circuit without a pause is never open.")
            self.failureShare = failureShare
            self.minimumAttempts = minimumAttempts
            self.window = window
            self.pause = pause
            self.probes = max(1, probes)
        }
    }
}
