extension RetryPolicy {
    /// Starts a second attempt while the first is still running. The first good response wins, and the other attempt is
    /// cancelled (Dean and Barroso, "The Tail at Scale", CACM 56(2), 2013). For GET and HEAD only.
    public struct Hedging: Sendable, Equatable {
        /// How long the first attempt runs alone. With a delay near the 95th percentile of a server's response times,
        /// one call in twenty is sent twice. There is no default, because the right value depends on the server.
        public var delay: Duration

        /// - Parameter delay: zero sends every GET and HEAD twice, as far as the budget allows.
        public init(after delay: Duration) {
            self.delay = delay
        }
    }
}
