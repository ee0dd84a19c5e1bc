public import Foundation

extension SimulatedBackend {
    /// How a ``SimulatedBackend`` treats its clients. The rules can change during the simulation.
    public struct Rules: Sendable {
        /// How long an access token is valid.
        public var accessLifetime = Duration.seconds(300)
        /// Whether the token response contains the lifetime (`expires_in`).
        public var reportsLifetime = true
        /// How many seconds a cached profile is fresh (`max-age`).
        public var freshness = 0
        /// The time between processing a request and sending the response, drawn uniformly. A client that gives up
        /// during this time has still caused the effect of its request.
        public var thinkingTime: ClosedRange<Duration> = .milliseconds(5) ... .milliseconds(5)
        /// The time between receiving a token refresh and responding to it, drawn uniformly.
        public var refreshTime: ClosedRange<Duration> = .milliseconds(5) ... .milliseconds(5)
        /// The periods in which all responses have status 503.
        public var outages: [Outage] = []
        /// The load that the server accepts; above it, responses have status 429. `nil` for unlimited load.
        public var capacity: Capacity?
        /// Whether the server stores idempotency keys and repeats the response to a repeated request.
        public var storesKeys = true
        /// The content of `/archive`. Other content has another entity tag.
        public var archive = Data()

        /// The rules of a server with unlimited capacity and without outages.
        public init() {}
    }

    /// A period in which a server responds only with 503.
    public struct Outage: Sendable {
        /// The period, on the simulation's monotonic clock.
        public let time: Range<Duration>
        /// The value of Retry-After in seconds; `nil` to send none.
        public let retryAfter: Int?

        /// Creates an outage.
        public init(_ time: Range<Duration>, retryAfter: Int? = nil) {
            self.time = time
            self.retryAfter = retryAfter
        }
    }

    /// The load that a server accepts.
    public struct Capacity: Sendable, Equatable {
        /// The number of requests per second that the server accepts permanently.
        public let rate: Double
        /// The number of requests that the server accepts at once after an idle period.
        public let burst: Int
        /// The value of Retry-After of a 429 response, in seconds.
        public let retryAfter: Int

        /// Creates a capacity from its parts.
        public init(rate: Double, burst: Int, retryAfter: Int) {
            self.rate = rate
            self.burst = burst
            self.retryAfter = retryAfter
        }
    }
}
