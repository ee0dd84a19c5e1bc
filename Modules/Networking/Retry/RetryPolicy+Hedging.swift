extension RetryPolicy {
    /// A second attempt that starts while the first is still under way; the first good answer wins and the other
    /// attempt is cancelled (Dean and Barroso, "The Tail at Scale", CACM 56(2), 2013). For GET and HEAD only.
    public struct Hedging: Sendable, Equatable {
        /// How long the first attempt is alone. Near the 95th percentile of a server's answers, one call in twenty is
        /// sent twice; there is no default, because nobody else can know it.
        public var delay: Duration

        /// - Parameter delay: zero sends every GET twice, as far as the budget goes.
        public init(after delay: Duration) {
            self.delay = delay
        }
    }
}
