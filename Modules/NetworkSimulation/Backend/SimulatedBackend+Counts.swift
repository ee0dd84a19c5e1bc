extension SimulatedBackend {
    /// The requests and events that a ``SimulatedBackend`` counts.
    public struct Counts: Sendable, Equatable {
        /// Responses with status 503.
        public var unavailable = 0
        /// Responses with status 429.
        public var throttled = 0
        /// Responses with status 401.
        public var unauthorized = 0
        /// Requests that arrived before the time that a Retry-After had named for the same call.
        public var early = 0
        /// Responses with status 304.
        public var confirmed = 0
        /// Responses that were repeated because of an idempotency key.
        public var replayed = 0
        /// Requests for a new access token, including rejected ones.
        public var refreshRequests = 0
        public var refreshes = 0
        /// Refresh tokens that were used again after their refresh. Each use ends a session.
        public var reusedTokens = 0
        /// Sessions that ended because of a reused refresh token.
        public var endedSessions = 0

        /// Counts of zero.
        public init() {}
    }
}
