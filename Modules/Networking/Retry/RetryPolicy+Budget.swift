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
        /// Default 5 (the example of A6: ten tokens, of which the upper half can be spent).
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
