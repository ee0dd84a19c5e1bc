import EngineTestSupport
import Foundation
import Networking
import Primitives

/// One client of httpbin, or of another server, with everything that a test uses.
struct Visitor {
    let client: Client
    let monitor: MockEventMonitor
    let guest: Session<TestGuest>

    /// Runs `body` with a client over `transport`, and closes its connections in every case.
    static func visit(
        over transport: TransportUnderTest, _ chain: Chain = Chain(),
        at environment: () throws -> APIEnvironment = Httpbin.environment, _ body: (Visitor) async throws -> Void
    ) async throws {
        let environment = try environment()
        let connections = transport.make(chain.idleTimeout)
        let monitor = MockEventMonitor()
        let client = Client(
            environment: environment, coding: PlainJSONBodyCoding(), pipeline: chain.pipeline(over: connections),
            time: SystemTimeSource(), identifiers: RandomIdentifierSource(), monitor: monitor,
            responseLimit: chain.responseLimit)
        let visitor = Visitor(client: client, monitor: monitor, guest: client.session(for: TestGuest.self))
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(visitor))
        } catch {
            outcome = .failure(error)
        }
        await connections.shutdown()
        try outcome.get()
    }

    /// A user's session with a token that is valid beyond the test.
    func member(
        _ token: String, refreshedBy refresher: MockCredentialRefresher = MockCredentialRefresher()
    ) -> Session<TestMember> {
        let credential = BearerCredential.lasting(token)
        let credentialProvider = CredentialProvider(
            credential: credential, origin: client.environment.origin, storage: InMemoryCredentialStorage(credential),
            refresher: refresher)
        return client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
    }

    /// The request of one call as the server received it.
    func echo(
        _ method: Networking.RequestMethod = .get, _ path: EndpointPath = "/anything", query: [QueryItem] = [],
        headers: [HeaderField] = [], body: EndpointBody = .none
    ) async throws(NetworkError) -> Echo {
        try await guest.send(
            Endpoint(method, path, query: query, headers: headers, body: body, response: .json))
    }

    /// The response to one call, whatever its status.
    func response(
        _ method: Networking.RequestMethod = .get, _ path: EndpointPath, query: [QueryItem] = [],
        headers: [HeaderField] = []
    ) async throws(NetworkError) -> RawResponse {
        try await guest.response(
            to: Endpoint(method, path, query: query, headers: headers, response: .data))
    }

    /// The error of one call, or `nil`.
    func failure(
        _ method: Networking.RequestMethod, _ path: EndpointPath, query: [QueryItem] = [],
        body: EndpointBody = .none
    ) async -> NetworkError? {
        do throws(NetworkError) {
            let response: Data = try await guest.send(
                Endpoint(method, path, query: query, body: body, response: .data))
            _ = response
            return nil
        } catch {
            return error
        }
    }
}

extension BearerCredential {
    /// A credential without an end, as far as the server states.
    static func lasting(_ token: String) -> BearerCredential {
        BearerCredential(token: Secret(token), refreshToken: Secret("refresh-\(token)"), expiresAt: nil)
    }
}

/// The settings of the standard pipeline with defaults for tests. Calls are sent once, so that no retry hides a
/// response.
struct Chain {
    var idleTimeout: Duration = .seconds(30)
    /// In place of the response cache.
    var outer: (any Interceptor)?
    var redirects = RedirectPolicy.follow()
    var authentication: any Interceptor = AuthenticationInterceptor()
    var responseLimit = 16 * 1024 * 1024

    func pipeline(over transport: any Transport) -> Pipeline {
        let random = SeededRandomSource(seed: 1)
        return .standard(
            over: transport, deadline: .seconds(60), cache: outer,
            health: OriginHealth(policy: .never, random: random), random: random, redirects: redirects,
            authentication: authentication)
    }
}
