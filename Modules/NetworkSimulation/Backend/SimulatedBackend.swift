import Foundation
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

    /// Ends all sessions: none of their tokens is valid any more.
    public func endSessions() {
        state.withLock { $0.families.endAll() }
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
