extension RetryPolicy {
    /// What calls to one origin may spend on retries and hedges: each call earns a share of one, each retry costs one.
    ///
    /// However badly a server fails, its clients together send at most `1 + share` times what they were asked to. For a
    /// client of many calls that is arithmetic; for one of few calls it depends on what it begins with (``Opening``).
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
        public init(share: Double = 0.1, reserve: Int = 5, opening: Opening = .drawn) {
            self.share = share
            self.reserve = reserve
            self.opening = opening
        }

        /// What an origin has when its first call comes.
        public enum Opening: Sendable, Equatable {
            /// A part of one retry, drawn evenly from 0..<1. Then the expected number of retries after n calls is
            /// exactly n × share for every n: the right default for a fleet, where a thousand clients that make one
            /// call each would otherwise double the load with the first retry that each is given.
            case drawn
            /// All of the reserve: for a tool whose user asked for retries, since it ends before it could earn one.
            case full
        }
    }
}
