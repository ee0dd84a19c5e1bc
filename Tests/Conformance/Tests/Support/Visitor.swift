import Foundation
import Networking
import Primitives
import TestSupport

/// What a test holds of one client of httpbin.
struct Visitor {
    let client: Client
    let pipeline: Pipeline
    let monitor: MockEventMonitor
    let guest: Session<TestGuest>

    /// Lends `body` a client over `transport`, and closes its connections on every way out.
    static func visit(
        over transport: TransportUnderTest, _ chain: Chain = Chain(), _ body: (Visitor) async throws -> Void
    ) async throws {
        let environment = try Httpbin.environment()
        let connections = transport.make(chain.idleTimeout)
        let monitor = MockEventMonitor()
        let pipeline = chain.pipeline(over: connections)
        let client = Client(
            environment: environment, coding: PlainJSONBodyCoding(), pipeline: pipeline, time: SystemTimeSource(),
            identifiers: RandomIdentifierSource(), monitor: monitor, responseLimit: chain.responseLimit)
        let visitor = Visitor(
            client: client, pipeline: pipeline, monitor: monitor, guest: client.session(for: TestGuest.self))
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(visitor))
        } catch {
            outcome = .failure(error)
        }
        await connections.shutdown()
        try outcome.get()
    }

    /// A session of somebody with a token that ends some time after the test.
    func member(_ token: String, of user: String? = nil, refreshedBy refresher: MockCredentialRefresher) -> Session<
        TestMember
    > {
        let credential = BearerCredential.lasting(token)
        let credentialProvider = CredentialProvider(
            credential: credential, origin: client.environment.origin, storage: InMemoryCredentialStorage(credential),
            refresher: refresher, partition: user.map { .user($0) })
        return client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
    }

    /// What the server saw of one call.
    func echo(
        _ method: Networking.RequestMethod = .get, _ path: EndpointPath = "/anything", query: [QueryItem] = [],
        headers: [HeaderField] = [], body: EndpointBody = .none
    ) async throws(NetworkError) -> Echo {
        try await guest.send(
            Endpoint(method, path, query: query, headers: headers, body: body, response: .json))
    }

    /// What the server answered to one call, whatever its status.
    func response(
        _ method: Networking.RequestMethod = .get, _ path: EndpointPath, query: [QueryItem] = [],
        headers: [HeaderField] = [],
        body: EndpointBody = .none
    ) async throws(NetworkError) -> RawResponse {
        try await guest.response(
            to: Endpoint(method, path, query: query, headers: headers, body: body, response: .data))
    }

    /// How one call ended that gave no value; `nil` if it gave one.
    func failure(
        _ method: Networking.RequestMethod = .get, _ path: EndpointPath, query: [QueryItem] = [],
        headers: [HeaderField] = [],
        body: EndpointBody = .none
    ) async -> NetworkError? {
        do throws(NetworkError) {
            let response: Data = try await guest.send(
                Endpoint(method, path, query: query, headers: headers, body: body, response: .data))
            _ = response
            return nil
        } catch {
            return error
        }
    }
}

extension BearerCredential {
    /// Good for ever, as far as the server says.
    static func lasting(_ token: String) -> BearerCredential {
        BearerCredential(token: Secret(token), refreshToken: Secret("refresh-\(token)"), expiresAt: nil)
    }
}
