import Foundation
import HTTPTypes
public import Networking
public import Primitives
import Synchronization
public import TestSupport

/// A server for a ``SimulatedWorld`` that keeps count of what it was made to do, by the rules of real ones: tokens that
/// end and rotate, entity tags, idempotency keys, ranges, outages and limits.
///
/// It acts on a request when that arrives and answers later, so that a client which gives up in between has still
/// caused what it asked for. Users are numbers.
///
/// | request | answer |
/// | --- | --- |
/// | `POST /token` | a refresh by RFC 6749 section 6, with rotation |
/// | `GET /profile` | the caller's ``SimulatedProfile``, with ETag and Cache-Control |
/// | `PUT /profile` | gives the caller a name: the same one twice is one change |
/// | `POST /orders` | one more ``SimulatedOrder``, unless its idempotency key is known |
/// | `GET /moved` | 307 to `/profile` |
/// | `GET /archive` | bytes for everybody, with Range and If-Range |
public final class SimulatedBackend: SimulatedServer {
    private let world: SimulatedWorld
    private let state: Mutex<BackendState>

    /// A server without users.
    public init(_ world: SimulatedWorld, rules: Rules = Rules()) {
        self.world = world
        state = Mutex(BackendState(rules: rules))
    }

    /// How it treats requests that arrive from now on.
    public var rules: Rules {
        get { state.withLock { $0.rules } }
        set { state.withLock { $0.rules = newValue } }
    }

    public var counts: Counts { state.withLock { $0.currentCounts } }

    /// When requests came.
    public var load: ServerLoad { state.withLock { $0.load } }

    /// How often the order of this number was carried out.
    public func orders(_ number: Int) -> Int {
        state.withLock { $0.orders[number] ?? 0 }
    }

    /// How often a user came by this name who had another.
    public func changes(to name: String) -> Int {
        state.withLock { $0.changes[name] ?? 0 }
    }

    /// Begins a session of `user`, as after a password.
    public func logIn(_ user: Int) -> BearerCredential {
        let now = world.time.now
        let monotonicTime = world.time.monotonicTime
        return state.withLock { state in
            let tokens = state.families.logIn(user, until: monotonicTime + state.rules.accessLifetime)
            return BearerCredential(
                token: Secret(tokens.access), refreshToken: Secret(tokens.refresh),
                expiresAt: state.rules.tellsLifetime
                    ? now.addingTimeInterval(state.rules.accessLifetime / .seconds(1)) : nil)
        }
    }

    /// All access tokens end now, whatever was said of them.
    public func expireAccessTokens() {
        let now = world.time.monotonicTime
        state.withLock { $0.families.expire(at: now) }
    }

    /// All sessions end now: no token of theirs is good any more.
    public func endSessions() {
        state.withLock { $0.families.endAll() }
    }

    public func respond(_ request: ReceivedRequest) async throws(TransportError) -> ServerResponse {
        let (monotonicTime, now, draw) = (world.time.monotonicTime, world.time.now, world.random.nextUnit())
        var (response, time) = state.withLock { state in
            let time = request.head.path == "/token" ? state.rules.refreshTime : state.rules.thinkingTime
            return (state.respond(request, at: monotonicTime), time)
        }
        // As servers do, and by it clients notice that their calendar is wrong.
        response.head.headerFields[.date] = HTTPDate.format(now)
        let pause = time.lowerBound + (time.upperBound - time.lowerBound) * draw
        do { try await world.time.sleep(for: pause) } catch { throw .cancelled }
        return response
    }
}
