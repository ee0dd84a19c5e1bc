extension SimulatedBackend {
    /// What a ``SimulatedBackend`` saw and did.
    public struct Counts: Sendable, Equatable {
        /// Answered with 503.
        public var unavailable = 0
        /// Answered with 429.
        public var throttled = 0
        /// Answered with 401.
        public var unauthorized = 0
        /// Came before the time that a Retry-After had named for the same call.
        public var early = 0
        /// Answered with 304.
        public var confirmed = 0
        /// Answered once more as before, for their idempotency key.
        public var replayed = 0
        /// Requests for a new access token, granted or not.
        public var refreshRequests = 0
        public var refreshes = 0
        /// Refresh tokens that were shown again after they had been traded. Each ends a session.
        public var spentTokensShown = 0
        /// Sessions that ended so.
        public var endedSessions = 0

        /// Nothing yet.
        public init() {}
    }
}
