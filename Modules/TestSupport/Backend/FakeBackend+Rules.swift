public import EngineTestSupport
import HTTPTypes
import Networking
import Synchronization

extension FakeBackend {
    /// How a ``FakeBackend`` treats its clients.
    public struct Rules: Sendable {
        /// How long an access token is valid.
        public var accessLifetime = Duration.seconds(15 * 60)
        /// Whether a token response contains the lifetime (`expires_in`).
        public var reportsLifetime = true
        /// How many seconds an item may be cached (`max-age`), which then has an ETag; `nil` if none may be cached.
        public var freshness: Int?
        /// Whether the backend stores idempotency keys and repeats the response to a repeated request.
        public var storesKeys = true
        /// The periods in which all responses have status 503.
        public var outages: [Outage] = []
        /// The load that the backend accepts; above it, responses have status 429. `nil` for unlimited load.
        public var capacity: Capacity?
        /// How long the backend waits with the response to a request that it has processed, on its clock. A client that
        /// gives up in this time has still caused the effect of its request.
        public var delay: (@Sendable (ReceivedRequest) -> Duration)?

        /// The rules of a server with unlimited capacity and without outages.
        public init() {}

        var lifetimeInSeconds: Int? { reportsLifetime ? Int(accessLifetime / .seconds(1)) : nil }
    }

    /// A period in which a backend responds only with 503.
    public struct Outage: Sendable {
        /// On the backend's monotonic clock.
        public let time: Range<Duration>
        /// The value of Retry-After in seconds; `nil` to send none.
        public let retryAfter: Int?

        public init(_ time: Range<Duration>, retryAfter: Int? = nil) {
            self.time = time
            self.retryAfter = retryAfter
        }
    }

    /// The load that a backend accepts.
    public struct Capacity: Sendable, Equatable {
        /// The number of requests per second that the backend accepts permanently.
        public let rate: Double
        /// The number of requests that the backend accepts at once after an idle period.
        public let burst: Int
        /// The value of Retry-After of a 429 response, in seconds.
        public let retryAfter: Int

        public init(rate: Double, burst: Int, retryAfter: Int) {
            self.rate = rate
            self.burst = burst
            self.retryAfter = retryAfter
        }
    }

    /// The requests and events that a ``FakeBackend`` counts.
    public struct Counts: Sendable, Equatable {
        /// Responses with status 503 because of an outage.
        public internal(set) var unavailable = 0
        /// Responses with status 429.
        public internal(set) var throttled = 0
        /// Requests whose access token was not valid. Requests without one are not counted.
        public internal(set) var unauthorized = 0
        /// Requests that arrived before the time that a Retry-After had named for the same call.
        public internal(set) var early = 0
        /// Responses with status 304.
        public internal(set) var confirmed = 0
        /// Responses that were repeated because of an idempotency key.
        public internal(set) var replayed = 0
        /// Requests for new tokens, including rejected ones.
        public internal(set) var refreshRequests = 0
        /// Requests that returned new tokens.
        public internal(set) var refreshes = 0
        /// Refresh tokens that were used again.
        public internal(set) var reusedTokens = 0
        /// Sessions that ended because of a reused refresh token.
        public internal(set) var endedSessions = 0
    }

    /// The rules for requests that arrive from now on.
    public var rules: Rules {
        get { state.withLock { $0.rules } }
        set { state.withLock { $0.rules = newValue } }
    }

    /// What the backend has counted so far.
    public var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            counts.refreshes = state.sessions.refreshes
            counts.reusedTokens = state.sessions.reusedTokens
            counts.endedSessions = state.sessions.endedSessions
            return counts
        }
    }

    /// When each request arrived, on the backend's monotonic clock.
    public var arrivals: [Duration] { state.withLock { $0.arrivals } }

    /// How many items of a resource have this id: more than one if a request to add it took effect more than once.
    ///
    /// - Parameter path: the segment of the resource's paths after the version.
    public func count(of id: String, in path: String) -> Int {
        state.withLock { $0.resources[path]?.count(of: id) ?? 0 }
    }
}

extension FakeBackend.State {
    /// Notes the arrival of a request. Returns the response if an outage or the capacity keeps it from being processed.
    mutating func admit(_ request: FakeRequest) -> ServerResponse? {
        let now = request.moment
        arrivals.append(now)
        if let id = request.fields[.requestID], let earliest = notBefore[id], now < earliest { counts.early += 1 }
        if let outage = rules.outages.first(where: { $0.time.contains(now) }) {
            counts.unavailable += 1
            return refusal(of: request, with: .serviceUnavailable, retryAfter: outage.retryAfter)
        }
        guard let capacity = rules.capacity else { return nil }
        var bucket = self.bucket ?? TokenBucket(rate: capacity.rate, burst: capacity.burst, at: now)
        defer { self.bucket = bucket }
        if bucket.take(at: now) { return nil }
        counts.throttled += 1
        return refusal(of: request, with: .tooManyRequests, retryAfter: capacity.retryAfter)
    }

    private mutating func refusal(
        of request: FakeRequest, with status: HTTPResponse.Status, retryAfter: Int?
    ) -> ServerResponse {
        guard let retryAfter else { return .empty(status) }
        if let id = request.fields[.requestID] { notBefore[id] = request.moment + .seconds(retryAfter) }
        return .empty(status, fields: [.retryAfter: "\(retryAfter)"])
    }
}

extension HTTPField.Name {
    // Both names are valid, so the parsing initializer can't fail.
    static var requestID: HTTPField.Name { HTTPField.Name("X-Request-Id") ?? .from }
    static var idempotencyKey: HTTPField.Name { HTTPField.Name("Idempotency-Key") ?? .from }
}

/// A rate limiter that permits a steady rate, and bursts from unused capacity.
struct TokenBucket {
    private let rate: Double
    private let limit: Double
    private var level: Double
    private var last: Duration

    /// - Parameter rate: per second.
    init(rate: Double, burst: Int, at now: Duration) {
        self.rate = rate
        limit = Double(burst)
        level = limit
        last = now
    }

    /// Whether one more request is permitted now.
    mutating func take(at now: Duration) -> Bool {
        level = min(limit, level + (now - last) / .seconds(1) * rate)
        last = now
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
