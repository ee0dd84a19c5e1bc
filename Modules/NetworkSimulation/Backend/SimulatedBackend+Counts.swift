extension SimulatedBackend {
    /// The requests and events that a ``SimulatedBackend`` counts.
    public struct Counts: Sendable, Equatable {
        /// How many responses had status 503.
        public var unavailable = 0
        /// How many responses had status 429.
        public var throttled = 0
        /// How many responses had status 401.
        public var unauthorized = 0
        /// How many requests arrived before the time that a Retry-After had named for the same call.
        public var early = 0
        /// How many responses had status 304.
        public var confirmed = 0
        /// How many responses were repeated because of an idempotency key.
        public var replayed = 0
        /// How many requests were for a new access token, including rejected ones.
        public var refreshRequests = 0
        /// How many of these requests returned a new token.
        public var refreshes = 0
        /// How many refresh tokens were used a second time. Each such use ends a session.
        public var reusedTokens = 0
        /// How many sessions ended, because of a reused refresh token or by ``SimulatedBackend/endSessions()``.
        public var endedSessions = 0

        /// Creates counts that are all zero.
        public init() {}
    }
}
