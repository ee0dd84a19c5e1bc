import EngineTestSupport
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import Primitives
import Testing

/// A cache in the whole chain with an in-memory server, and users whose credentials the server sees.
struct CacheHarness {
    let clock = ManualClock()
    let monitor = MockEventMonitor()
    let transport: MockTransport
    let server: FakeTransport
    let pipeline: Pipeline
    let credentialProviders: [String: CredentialProvider]

    /// - Parameters:
    ///   - interceptors: between the cache and the authentication.
    ///   - handler: the server.
    init(
        storage: any ResponseCacheStorage = InMemoryResponseCache(), interceptors: [any Interceptor] = [],
        _ handler: @escaping ReceivedRequest.Handler
    ) throws {
        server = FakeTransport(handler)
        transport = MockTransport(over: server)
        let cache = ResponseCacheInterceptor(
            storage: storage, partition: .client("world"), time: clock, bodyLimit: 1024)
        pipeline = Pipeline(
            interceptors: [DeadlineInterceptor(total: .seconds(600)), cache] + interceptors + [
                AuthenticationInterceptor(), AttemptTimeoutInterceptor(limit: .seconds(60)),
            ], transport: transport)
        var credentialProviders: [String: CredentialProvider] = [:]
        for user in ["ada", "bob"] {
            credentialProviders[user] = try .fixture(
                credential: BearerCredential(token: Secret("token-\(user)"), refreshToken: nil, expiresAt: nil),
                refresher: MockCredentialRefresher(), partition: .user(user))
        }
        credentialProviders["nobody"] = try .fixture(refresher: MockCredentialRefresher())
        self.credentialProviders = credentialProviders
    }

    /// With a server that returns `full`, and a 304 with `fields` to a conditional request.
    init(_ full: ServerResponse, revalidating fields: HTTPFields) throws {
        try self.init { request in
            request.head.headerFields.contains(.ifNoneMatch) ? .empty(.notModified, fields: fields) : full
        }
    }

    func call(
        _ path: String = "/item", _ method: HTTPRequest.Method = .get, as user: String? = nil, fields: HTTPFields = [:],
        delivery: BodyDelivery = .buffered(limit: 1024 * 1024), body: RequestBody = .empty
    ) throws -> Call {
        let context = CallContext(
            id: SequentialIdentifierSource.identifier(1), operation: "call()",
            origin: try APIEnvironment.fixture().origin,
            credentialProvider: user.flatMap { credentialProviders[$0] }, time: clock, monitor: monitor)
        let request = HTTPRequest(
            method: method, scheme: "https", authority: "api.example.com", path: path, headerFields: fields)
        return Call(request: request, body: body, context: context, delivery: delivery)
    }

    /// Sends a call without a request body.
    @discardableResult
    func send(
        _ path: String = "/item", _ method: HTTPRequest.Method = .get, as user: String? = nil, fields: HTTPFields = [:]
    ) async throws -> Response {
        Response(try await pipeline.send(try call(path, method, as: user, fields: fields)))
    }

    /// The number of requests that the server has received.
    var count: Int { transport.calls.count }

    /// The cache's decisions so far.
    var decisions: [CacheEvent] {
        monitor.events.compactMap(\.kind.cacheEvent)
    }

    /// The parts of a response that tests compare.
    struct Response: Equatable {
        let status: Int
        let text: String
        let fields: HTTPFields

        init(_ response: ServerResponse) {
            status = response.head.status.code
            fields = response.head.headerFields
            text = if case .data(let data) = response.body { String(decoding: data, as: UTF8.self) } else { "(stream)" }
        }
    }
}

extension ServerResponse {
    /// A response that is fresh for `seconds`.
    static func fresh(_ text: String, for seconds: Int = 60, fields: HTTPFields = [:]) -> ServerResponse {
        var fields = fields
        fields.append(HTTPField(name: .cacheControl, value: "max-age=\(seconds)"))
        return .data(Data(text.utf8), fields: fields)
    }
}
