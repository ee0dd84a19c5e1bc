public import Foundation
import HTTPTypes
public import Networking
public import Primitives
import Synchronization
public import TestSupport

/// The server of a ``SimulatedWorld``. It counts its effects and follows the rules of real servers: expiring and
/// rotating tokens, entity tags, idempotency keys, ranges, outages and rate limits.
///
/// It processes a request on arrival and responds later, so a client that gives up in between has still caused the
/// effect of its request. Users are numbers.
///
/// | request | response |
/// | --- | --- |
/// | `POST /token` | a token refresh (RFC 6749 section 6) with rotation |
/// | `GET /profile` | the caller's ``SimulatedProfile``, with ETag and Cache-Control |
/// | `PUT /profile` | changes the caller's name; repeating the same name changes nothing |
/// | `POST /orders` | a new ``SimulatedOrder``, unless its idempotency key is known |
/// | `GET /moved` | 307 to `/profile` |
/// | `GET /archive` | the same bytes for all users, with Range and If-Range |
public final class SimulatedBackend: SimulatedServer {
    private let world: SimulatedWorld
    private let state: Mutex<BackendState>

    /// Creates a server without users.
    public init(_ world: SimulatedWorld, rules: Rules = Rules()) {
        self.world = world
        state = Mutex(BackendState(rules: rules))
    }

    /// The rules for requests that arrive from now on.
    public var rules: Rules {
        get { state.withLock { $0.rules } }
        set { state.withLock { $0.rules = newValue } }
    }

    /// The backend's counts so far.
    public var counts: Counts { state.withLock { $0.currentCounts } }

    /// The arrival times of all requests.
    public var load: ServerLoad { state.withLock { $0.load } }

    /// How many times the order with this number was placed.
    public func orders(_ number: Int) -> Int {
        state.withLock { $0.orders[number] ?? 0 }
    }

    /// How many times a user's name changed to this one.
    public func changes(to name: String) -> Int {
        state.withLock { $0.changes[name] ?? 0 }
    }

    /// Starts a session of `user`, like a login with a password.
    public func logIn(_ user: Int) -> BearerCredential {
        let now = world.time.now
        let monotonicTime = world.time.monotonicTime
        return state.withLock { state in
            let tokens = state.families.logIn(user, until: monotonicTime + state.rules.accessLifetime)
            return BearerCredential(
                token: Secret(tokens.access), refreshToken: Secret(tokens.refresh),
                expiresAt: state.rules.reportsLifetime
                    ? now.addingTimeInterval(state.rules.accessLifetime / .seconds(1)) : nil)
        }
    }

    /// Expires all access tokens, whatever lifetime they were given.
    public func expireAccessTokens() {
        let now = world.time.monotonicTime
        state.withLock { $0.families.expire(at: now) }
    }

    public func respond(_ request: ReceivedRequest) async throws(TransportError) -> ServerResponse {
        let (monotonicTime, now, draw) = (world.time.monotonicTime, world.time.now, world.random.nextUnit())
        var (response, time) = state.withLock { state in
            let time = request.head.path == "/token" ? state.rules.refreshTime : state.rules.thinkingTime
            return (state.respond(request, at: monotonicTime), time)
        }
        // Real servers send this field too. It allows clients to detect that their wall clock is wrong.
        response.head.headerFields[.date] = HTTPDate.format(now)
        let pause = time.lowerBound + (time.upperBound - time.lowerBound) * draw
        do { try await world.time.sleep(for: pause) } catch { throw .cancelled }
        return response
    }
}

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
        /// How many sessions ended because of a reused refresh token.
        public var endedSessions = 0

        /// Creates counts that are all zero.
        public init() {}
    }
}
