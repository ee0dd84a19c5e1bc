import EngineTestSupport
import Foundation
import HTTPCaching
import Networking
import Primitives
import RemoteServices

/// The whole chain of a production app around a transport, and the events that a test checks afterwards.
struct NetworkStack: Sendable {
    /// The settings that tests change. Delays are short, and no timeout ends a call unless a test sets it.
    struct Settings: Sendable {
        var attempt = Duration.seconds(30)
        var retries = RetryPolicy(
            maximumAttempts: 5, baseDelay: .milliseconds(1), throttledBaseDelay: .milliseconds(1),
            budget: RetryPolicy.Budget(opening: .full), circuit: nil)
        var authentication: any Interceptor = AuthenticationInterceptor()
        /// Next to the transport.
        var innermost: [any Interceptor] = []
        var headers: [HeaderField] = []
        /// Attached in addition to the stack's own monitor.
        var monitors: [any EventMonitor] = []
    }

    let client: Client
    /// The shorter chain that refreshes credentials.
    let credentials: TokenEndpointClient
    let cache = InMemoryResponseCache()
    let monitor = MockEventMonitor()
    let time: any TimeSource = SystemTimeSource()

    init(
        at url: URL, version: APIVersion? = APIVersion(2), over transport: any Transport,
        _ settings: Settings = Settings()
    ) throws {
        let environment = try APIEnvironment(
            name: "engine", baseURL: url, version: version,
            defaultHeaders: settings.headers)
        let random = SystemRandomSource()
        let health = OriginHealth(policy: settings.retries, random: random)
        let pipeline = Pipeline.standard(
            over: transport, deadline: .seconds(60),
            cache: ResponseCacheInterceptor(storage: cache, partition: .client("engine"), time: time),
            health: health, random: random, authentication: settings.authentication,
            attemptTimeout: settings.attempt, innermost: settings.innermost)
        let watching = CombinedMonitor([monitor] + settings.monitors)
        client = Client(
            environment: environment, coding: JSONBodyCoding(), pipeline: pipeline,
            time: time, identifiers: RandomIdentifierSource(), monitor: watching)
        credentials = TokenEndpointClient(
            environment: environment, coding: JSONBodyCoding(), transport: transport, timeout: settings.attempt,
            time: time, identifiers: RandomIdentifierSource(), monitor: watching)
    }

    /// A stack for a raw server, whose API has no versions.
    init(
        at authority: String, over transport: any Transport, _ settings: Settings = Settings()
    ) throws {
        guard let url = URL(string: "http://\(authority)") else { throw URLError(.badURL) }
        try self.init(at: url, version: nil, over: transport, settings)
    }

    var guest: Session<Guest> { client.session(for: Guest.self) }
}

extension Endpoint where Access: GuestScope, Response == Data {
    /// The bytes at a path.
    static func bytes(_ method: Networking.RequestMethod = .get, _ path: EndpointPath, headers: [HeaderField] = [])
        -> Self
    {
        Endpoint(method, path, headers: headers, response: .data)
    }
}
