public import Foundation

extension SimulatedBackend {
    /// How a ``SimulatedBackend`` treats its clients; may change while the world turns.
    public struct Rules: Sendable {
        /// How long an access token is good.
        public var accessLifetime = Duration.seconds(300)
        /// Whether it says so (`expires_in`).
        public var tellsLifetime = true
        /// For how long a profile may be kept without asking again (`max-age`), in seconds.
        public var freshness = 0
        /// Between acting on a request and answering it, drawn evenly. Whoever gives up in this time has still caused
        /// what was asked for.
        public var thinkingTime: ClosedRange<Duration> = .milliseconds(5) ... .milliseconds(5)
        /// The same for renewals.
        public var refreshTime: ClosedRange<Duration> = .milliseconds(5) ... .milliseconds(5)
        /// When everything is answered with 503.
        public var outages: [Outage] = []
        /// What it can bear; above that it answers with 429. `nil` for everything.
        public var capacity: Capacity?
        /// Whether it keeps idempotency keys and answers a repeated request as it did before.
        public var keepsKeys = true
        /// What stands at `/archive`. Another content has another tag.
        public var archive = Data()

        /// A server that bears everything and has nothing to hide.
        public init() {}
    }

    /// A time in which a server answers nothing but 503.
    public struct Outage: Sendable {
        /// On the world's uptime.
        public let time: Range<Duration>
        /// What its Retry-After says, in seconds; `nil` for none.
        public let retryAfter: Int?

        /// An outage as it was planned.
        public init(_ time: Range<Duration>, retryAfter: Int? = nil) {
            self.time = time
            self.retryAfter = retryAfter
        }
    }

    /// What a server bears.
    public struct Capacity: Sendable, Equatable {
        /// Requests a second.
        public let rate: Double
        /// Requests at once after a rest.
        public let burst: Int
        /// What a 429's Retry-After says, in seconds.
        public let retryAfter: Int

        /// A capacity from its parts.
        public init(rate: Double, burst: Int, retryAfter: Int) {
            self.rate = rate
            self.burst = burst
            self.retryAfter = retryAfter
        }
    }
}
