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
/// It has only two of a server's rules: a body must decode as the model, and only their owner sees a member's items.
/// The contract suites name the clauses that need more. Identifiers and tokens count up, and `time` dates them, so that
/// two runs give the same bytes.
///
/// Tests simulate failures with ``cutConnection()``, ``expireAccessTokens()`` and ``endSessions()``.
public final class FakeBackend: Transport {
    /// `http://backend.test`, version 2.
    public let environment: APIEnvironment
    /// Expires access tokens and dates what is added.
    public let time: any TimeSource
    private let state: Mutex<State>
    private let server = FakeTransport()

    struct State: Sendable {
        /// By the first segment of their paths.
        var resources = Dictionary(uniqueKeysWithValues: ([.users] + FakeBackend.features).map { ($0.path, $0) })
        var sessions: [FakeSession] = []
        /// By the users' ids.
        var pictures: [String: FakePicture] = [:]
        var isReachable = true
        private var lastNumber = 0

        /// The next number for a token or an identifier.
        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// A backend with the accounts `ada@example.com` (password `analytical-engine`), an administrator, and
    /// `grace@example.com` (`nanosecond-wire`), and without sessions.
    ///
    /// - Parameter time: expires access tokens and dates what is added.
    public init(time: any TimeSource = ManualClock()) throws(InvalidAPIEnvironment) {
        environment = try .fixture(baseURL: "http://backend.test", version: APIVersion(2))
        self.time = time
        state = Mutex(State())
        server.respond { [weak self] request throws(TransportError) in
            guard let self else { throw .closed }
            return try self.respond(to: request)
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

    /// Refuses every later connection.
    public func cutConnection() {
        state.withLock { $0.isReachable = false }
    }

    /// Accepts connections again.
    public func restoreConnection() {
        state.withLock { $0.isReachable = true }
    }

    /// Expires every access token. Refresh tokens stay valid.
    public func expireAccessTokens() {
        let now = time.now
        state.withLock { state in
            for index in state.sessions.indices { state.sessions[index].accessEndsAt = now }
        }
    }

    /// Ends every session.
    public func endSessions() {
        state.withLock { $0.sessions.removeAll() }
    }

    private func respond(to received: ReceivedRequest) throws(TransportError) -> ServerResponse {
        let request = FakeRequest(received, now: time.now, origin: environment.origin.description)
        let response: ServerResponse? = state.withLock { state in
            guard state.isReachable else { return nil }
            do throws(FakeProblem) {
                return try state.respond(to: request)
            } catch {
                return error.response
            }
        }
        guard let response else { throw .connectionRefused }
        return response
    }
}

extension FakeBackend.State {
    /// The router: the first segment names the version, the second the resource.
    fileprivate mutating func respond(to request: FakeRequest) throws(FakeProblem) -> ServerResponse {
        let caller = try caller(of: request)
        guard request.segments.first == "v2", request.segments.count > 1 else { throw .notFound }
        var path = Array(request.segments.dropFirst(2))
        switch request.segments[1] {
        case "auth": return try authenticate(request, path.first)
        case "users" where path.last == "avatar": return try picture(request, of: path[0], caller)
        case let name:
            guard var resource = resources[name] else { throw .notFound }
            if name == "users", path == ["me"], let caller { path = [caller] }
            defer { resources[name] = resource }
            return try resource.respond(to: request, path, caller) { nextNumber() }
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
    /// The prefix of absolute links.
    let origin: String

    init(_ received: ReceivedRequest, now: Date, origin: String) {
        let target = URLComponents(string: received.head.path ?? "/")
        method = received.head.method
        path = target?.percentEncodedPath ?? "/"
        segments = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        query = Dictionary((target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        fields = received.head.headerFields
        body = received.body
        self.now = now
        self.origin = origin
    }

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
