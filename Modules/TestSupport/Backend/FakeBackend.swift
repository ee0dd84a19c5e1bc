public import EngineTestSupport
import Foundation
public import HTTPTypes
import Models
public import Networking
public import Primitives
public import RemoteServices
import Synchronization

/// A small server in memory: a `Transport` with login, refresh, the users with their pictures and one ``FakeResource``
/// for each feature. The live services run on it: in tests, in previews, and while the server of an app is not ready.
///
/// ```swift
/// let backend = try FakeBackend()
/// let settings = AppSettings(baseURL: backend.environment.baseURL, dataDirectory: folder)
/// let app = try await ComposedApp.open(settings) { app in
///     app.overriding { Singleton(.transport) { backend as any Transport } }
/// }
/// ```
///
/// A body must decode as the model, only their owner sees a member's items, a repeated idempotency key repeats the
/// response, and a reused refresh token ends its session. The contract suites name the clauses that need more.
/// Identifiers and tokens count up, and `time` dates them, so that two runs give the same bytes.
///
/// Tests simulate failures with ``rules``, ``cutConnection()``, ``expireAccessTokens()`` and ``endSessions()``, and read
/// ``counts`` afterwards.
public final class FakeBackend: Transport {
    /// `http://backend.test`, version 2.
    public let environment: APIEnvironment
    /// Expires access tokens and dates what is added.
    public let time: any TimeSource
    let state: Mutex<State>
    private let server = FakeTransport()

    struct State: Sendable {
        var rules: Rules {
            didSet { if rules.capacity != oldValue.capacity { bucket = nil } }
        }
        /// By the first segment of their paths.
        var resources: [String: FakeResource]
        var sessions = FakeSessions()
        /// By the users' ids.
        var pictures: [String: FakePicture] = [:]
        var isReachable = true
        var counts = Counts()
        /// When each request arrived, on the monotonic clock.
        var arrivals: [Duration] = []
        var bucket: TokenBucket?
        /// The requests and their responses, by user and idempotency key.
        var answered: [String: (fingerprint: Data, response: ServerResponse)] = [:]
        /// The moment that a Retry-After named, by request id.
        var notBefore: [String: Duration] = [:]
        private var lastNumber = 0

        init(rules: Rules, resources: [FakeResource]) {
            self.rules = rules
            self.resources = Dictionary(resources.map { ($0.path, $0) }) { _, last in last }
        }

        /// The next number for an identifier.
        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// A backend with the accounts `ada@example.com` (password `analytical-engine`), an administrator, and
    /// `grace@example.com` (`nanosecond-wire`), and without sessions.
    ///
    /// - Parameters:
    ///   - time: expires access tokens and dates what is added.
    ///   - resources: those of a test. One with a feature's path replaces the feature's.
    public init(
        time: any TimeSource = ManualClock(), rules: Rules = Rules(), adding resources: [FakeResource] = []
    ) throws(InvalidAPIEnvironment) {
        environment = try .fixture(baseURL: "http://backend.test", version: APIVersion(2))
        self.time = time
        state = Mutex(State(rules: rules, resources: [.users] + Self.features + resources))
        server.respond { [weak self] request throws(TransportError) in
            guard let self else { throw .closed }
            return try await self.respond(to: request)
        }
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await server.send(request, body: body)
    }

    public func shutdown() async {
        await server.shutdown()
    }

    /// The login of this backend, for a whole app that runs on it, whatever the app's own login.
    public func loginExchange(client: TokenEndpointClient, time: any TimeSource) -> any LoginExchanging {
        BackendLoginExchange(client: client, time: time)
    }

    /// The refresh of this backend's tokens.
    public func credentialRefresher(client: TokenEndpointClient, time: any TimeSource) -> any CredentialRefreshing {
        BackendCredentialRefresher(client: client, time: time)
    }

    /// Refuses every later connection.
    public func cutConnection() {
        state.withLock { $0.isReachable = false }
    }

    /// Accepts connections again.
    public func restoreConnection() {
        state.withLock { $0.isReachable = true }
    }

    /// Responds in the caller's task, without a transport. The request has its effect at once, and the response may take
    /// time (``Rules/delay``).
    public func respond(to received: ReceivedRequest) async throws(TransportError) -> ServerResponse {
        let (response, delay) = state.withLock {
            state -> (ServerResponse?, (@Sendable (ReceivedRequest) -> Duration)?) in
            guard state.isReachable else { return (nil, nil) }
            // Read under the lock, so that requests arrive in the order of their times.
            let request = FakeRequest(
                received, now: time.now, moment: time.monotonicTime, origin: environment.origin.description)
            var response = state.respond(to: request)
            // Clients measure by it whether their own wall clock is wrong.
            response.head.headerFields[.date] = HTTPDate.format(request.now)
            return (response, state.rules.delay)
        }
        guard let response else { throw .connectionRefused }
        if let delay {
            do { try await time.sleep(for: delay(received)) } catch { throw .cancelled }
        }
        return response
    }
}

extension FakeBackend.State {
    fileprivate mutating func respond(to request: FakeRequest) -> ServerResponse {
        if let refusal = admit(request) { return refusal }
        do throws(FakeProblem) {
            let caller = try caller(of: request)
            let key = rules.storesKeys ? request.idempotencyKey.map { "\(caller ?? "") \($0)" } : nil
            if let key, let (earlier, response) = answered[key] {
                guard earlier == request.fingerprint else { throw .reusedKey }
                counts.replayed += 1
                return response
            }
            let response = try route(request, caller)
            if let key { answered[key] = (request.fingerprint, response) }
            if response.head.status == .notModified { counts.confirmed += 1 }
            return response
        } catch {
            return error.response
        }
    }

    /// The router: the first segment names the version, the second the resource.
    private mutating func route(_ request: FakeRequest, _ caller: String?) throws(FakeProblem) -> ServerResponse {
        guard request.segments.first == "v2", request.segments.count > 1 else { throw .notFound }
        var path = Array(request.segments.dropFirst(2))
        switch request.segments[1] {
        case "auth": return try authenticate(request, path.first)
        case "users" where path.last == "avatar": return try picture(request, of: path[0], caller)
        case let name:
            // Taken out, because a second reference would copy all items at each change.
            guard var resource = resources.removeValue(forKey: name) else { throw .notFound }
            if name == "users", path == ["me"], let caller { path = [caller] }
            defer { resources[name] = resource }
            return try resource.respond(to: request, path, caller, freshness: rules.freshness) { nextNumber() }
        }
    }
}

/// A request as the routes of a ``FakeBackend`` read it.
struct FakeRequest: Sendable {
    let method: HTTPRequest.Method
    let path: String
    /// The path's segments without percent encoding.
    let segments: [String]
    let query: [String: String]
    let fields: HTTPFields
    let body: Data
    /// When the backend received it.
    let now: Date
    /// The same on the monotonic clock.
    let moment: Duration
    /// The prefix of absolute links.
    let origin: String

    init(_ received: ReceivedRequest, now: Date, moment: Duration, origin: String) {
        let target = URLComponents(string: received.head.path ?? "/")
        method = received.head.method
        path = target?.percentEncodedPath ?? "/"
        segments = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        query = Dictionary((target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        fields = received.head.headerFields
        body = received.body
        self.now = now
        self.moment = moment
        self.origin = origin
    }

    var isRefresh: Bool { segments == ["v2", "auth", "refresh"] }

    /// The key of a request that may be repeated. Logins and refreshes have none, because they return secrets.
    var idempotencyKey: String? {
        [.post, .put, .patch].contains(method) && !segments.contains("auth") ? fields[.idempotencyKey] : nil
    }

    /// Only equal requests share it.
    var fingerprint: Data { Data("\(method.rawValue) \(path) ".utf8) + body }

    /// The body, which must be a JSON object.
    func object() throws(FakeProblem) -> [String: Any] {
        guard let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else {
            throw .invalid("body")
        }
        return object
    }
}

/// An error response of a ``FakeBackend``: problem details (RFC 9457) as the sample backend writes them.
struct FakeProblem: Error {
    let status: HTTPResponse.Status
    let code: String
    let detail: String
    var field: String?

    static var notFound: Self { Self(status: .notFound, code: "not_found", detail: "There is no such resource.") }

    static var reusedKey: Self {
        Self(
            status: .unprocessableContent, code: "idempotency_key_reused",
            detail: "The Idempotency-Key belongs to another request.")
    }

    static func unauthorized(_ code: String) -> Self {
        Self(status: .unauthorized, code: code, detail: "The login is required, wrong or no longer valid.")
    }

    /// - Parameter field: the first invalid field of the body.
    static func invalid(_ field: String) -> Self {
        Self(
            status: .unprocessableContent, code: "validation_failed", detail: "The field \(field) is invalid.",
            field: field)
    }

    fileprivate var response: ServerResponse {
        let errors = field.map { [["field": $0, "code": "invalid", "message": "This field is missing or invalid."]] }
        let body: [String: Any] = [
            "title": code, "status": status.code, "code": code, "detail": detail, "errors": errors ?? [],
        ]
        return .object(body, status: status, fields: [.contentType: "application/problem+json"])
    }
}

extension ServerResponse {
    /// A response with a JSON object.
    static func object(
        _ object: [String: Any], status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> ServerResponse {
        var fields = fields
        fields[.contentType] = fields[.contentType] ?? "application/json"
        let bytes = try? JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return .data(bytes ?? Data(), status: status, fields: fields)
    }
}
