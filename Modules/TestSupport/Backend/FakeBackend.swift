import Foundation
public import HTTPTypes
public import Networking
public import Primitives
import Synchronization

/// The sample backend in memory: a `Transport` with the server's routes, JSON, status codes and validation, so that the
/// live services run on it.
///
/// ```swift
/// let services = try FakeBackend().services()
/// let account = try await services.auth.login(Credentials(email: email, password: password))
/// try await services.auth.refresh(account)
/// ```
///
/// Its users and their data are those of the sample backend. Identifiers and tokens count up, and `time` dates every
/// change, so that two runs give the same bytes. It has no conditional requests, no idempotency keys and no range
/// requests.
///
/// Tests simulate failures with ``cutConnection()``, ``expireAccessTokens()`` and ``endSessions()``.
public final class FakeBackend: Transport {
    /// `http://backend.test`, version 2.
    public let environment: APIEnvironment
    let time: any TimeSource
    private let state: Mutex<State>
    private let transport = FakeTransport()

    struct State: Sendable {
        var users: [FakeUser]
        var sessions: [FakeSession] = []
        /// What the features have stored, by the first segment of their paths.
        var resources = Dictionary(uniqueKeysWithValues: FakeBackend.features.map { ($0.name, $0) })
        var isReachable = true
        private var lastNumber = 0

        init(users: [FakeUser]) {
            self.users = users
        }

        /// The next number for a token or an identifier.
        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// A backend with these users and no sessions.
    ///
    /// - Parameter time: expires access tokens and dates changes.
    public init(
        users: [FakeUser] = FakeUser.samples, time: any TimeSource = ManualClock()
    ) throws(InvalidAPIEnvironment) {
        environment = try .fixture(baseURL: "http://backend.test", version: APIVersion(2))
        self.time = time
        state = Mutex(State(users: users))
        transport.respond { [weak self] request throws(TransportError) in
            guard let self else { throw .closed }
            return try self.respond(to: request)
        }
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await transport.send(request, body: body)
    }

    public func shutdown() async {
        await transport.shutdown()
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
            for index in state.sessions.indices { state.sessions[index].expireAccess(now: now) }
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
                return error.response(requestID: "r-\(state.nextNumber())")
            }
        }
        guard let response else { throw .connectionRefused }
        return response
    }
}

extension FakeBackend.State {
    /// The router: the first segment names the version, the second the resource.
    fileprivate mutating func respond(to request: FakeRequest) throws(FakeProblem) -> ServerResponse {
        if let name = request.segments.first, let resource = resources[name], !resource.isVersioned {
            return try respond(to: request, [], nil, with: resource)
        }
        // An invalid token is an error on every other route.
        let caller = try caller(of: request)
        guard request.segments.first == "v2" else { throw .notFound }
        let path = Array(request.segments.dropFirst(2))
        switch request.segments.dropFirst().first {
        case "health" where path.isEmpty && request.method == .get: return .object(["status": "ok"])
        case "auth": return try auth(request, path, caller)
        case "users" where path == ["me"] && request.method == .get:
            return .object(try member(caller).json(origin: request.origin))
        case "users": return try users(request, path, caller)
        case let name?:
            guard let resource = resources[name], resource.isVersioned else { throw .notFound }
            return try respond(to: request, path, caller, with: resource)
        default: throw .notFound
        }
    }

    private mutating func respond(
        to request: FakeRequest, _ path: [String], _ caller: FakeUser?, with resource: any FakeResource
    ) throws(FakeProblem) -> ServerResponse {
        var resource = resource
        defer { resources[resource.name] = resource }
        return try resource.respond(to: request, path, caller, &self)
    }
}
