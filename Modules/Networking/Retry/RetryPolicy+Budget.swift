extension RetryPolicy {
    /// What calls to one origin may spend on retries and hedges: each call earns a share of one, each retry costs one.
    ///
    /// In an outage a client of n calls sends at most `n × (1 + share) + reserve` requests. With many calls that is little
    /// more than `1 + share` times its calls; with few it depends on what the budget opens with (``Opening``).
    public struct Budget: Sendable, Equatable {
        /// How much of a retry one call earns. Default 0.1 (the token ratio of gRPC's proposal A6): one retry for ten
        /// calls.
        public var share: Double
        /// How many retries can be saved up, and so how many one client can bring at once into an outage that follows
        /// on good times. Default 5 (A6 in its example: ten tokens, of which the upper half can be spent).
        public var reserve: Int
        public var opening: Opening

        /// - Parameters:
        ///   - share: 0…1.
        ///   - reserve: at least 1, or nothing is ever retried.
        public init(share: Double = 0.1, reserve: Int = 5, opening: Opening = .full) {
            self.share = share
            self.reserve = reserve
            self.opening = opening
        }

        /// What an origin's budget holds at its first call.
        public enum Opening: Sendable, Equatable {
            /// The reserve. The default, as in the standard mode of the AWS SDKs: the first call of a fresh process can be
            /// retried. Clients of one call each that start during an outage send all their attempts.
            case full
            /// A part of one retry, drawn evenly from 0..<1. The expected number of retries after n calls is then exactly
            /// n × share for every n: for a fleet of many short-lived clients, which together send at most 1.1 times their
            /// calls in an outage. A single call of a fresh process is then retried in one case of ten.
            case drawn
        }
    }
}
