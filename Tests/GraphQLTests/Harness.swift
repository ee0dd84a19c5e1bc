import EngineTestSupport
import Foundation
import GraphQL
import HTTPTypes
import Networking
import Primitives
import Synchronization

/// A GraphQL session of a member, with an in-memory server and access to everything that a test checks.
struct Harness {
    let transport: MockTransport
    let refresher = MockCredentialRefresher(.fixture(2))
    let monitor = MockEventMonitor()
    let clock = ManualClock()
    let graphQL: GraphQLSession<TestMember>

    /// - Parameters:
    ///   - cache: the response cache.
    ///   - handler: the server.
    init(
        queryMethod: GraphQLQueryMethod = .post, persistedQueries: PersistedQueries? = nil,
        cache: (@Sendable (ManualClock) -> any Interceptor)? = nil, responseLimit: Int = 1024 * 1024,
        _ handler: @escaping ReceivedRequest.Handler
    ) throws {
        transport = MockTransport(over: FakeTransport(handler))
        let random = SteadyRandom(0)
        let pipeline = Pipeline.standard(
            over: transport, cache: cache?(clock), health: OriginHealth(random: random), random: random)
        let client = Client(
            environment: try .fixture(), coding: PlainJSONBodyCoding(), pipeline: pipeline, time: clock,
            identifiers: SequentialIdentifierSource(), monitor: monitor, responseLimit: responseLimit)
        let credential = BearerCredential(token: Secret("access-1"), refreshToken: Secret("refresh-1"), expiresAt: nil)
        let credentialProvider = try CredentialProvider.fixture(
            credential: credential, storage: InMemoryCredentialStorage(credential), refresher: refresher,
            partition: .user("ada"))
        graphQL = GraphQLSession(
            client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)),
            queryMethod: queryMethod, persistedQueries: persistedQueries)
    }

    /// A server that always sends `response`.
    init(_ response: ServerResponse, responseLimit: Int = 1024 * 1024) throws {
        try self.init(responseLimit: responseLimit) { _ throws(TransportError) in response }
    }

    /// A server that sends each response once, in their order.
    init(
        _ responses: [ServerResponse], queryMethod: GraphQLQueryMethod = .post,
        persistedQueries: PersistedQueries? = nil, cache: (@Sendable (ManualClock) -> any Interceptor)? = nil
    ) throws {
        let left = Mutex(responses[...])
        try self.init(
            queryMethod: queryMethod, persistedQueries: persistedQueries, cache: cache
        ) { _ throws(TransportError) in
            guard let response = left.withLock({ $0.popFirst() }) else {
                throw .other(reason: "The test has set up no further response.")
            }
            return response
        }
    }

    /// Method, path and body of each request that the server received.
    func received() async throws -> [String] {
        var lines: [String] = []
        for call in transport.calls {
            let body = String(decoding: try await call.body.bytes(), as: UTF8.self)
            let target = (call.request.path ?? "").removingPercentEncoding ?? ""
            lines.append("\(call.request.method.rawValue) \(target) \(body)".trimmingCharacters(in: .whitespaces))
        }
        return lines
    }

    /// The Authorization field of each request.
    var tokens: [String?] { transport.calls.map { $0.request.headerFields[.authorization] } }

    /// The error of one query; `nil` if it has a result.
    func failure(of operation: GraphQLOperation<TestMember, BookData> = .book()) async -> NetworkError? {
        do throws(NetworkError) {
            _ = try await graphQL.execute(operation)
            return nil
        } catch {
            return error
        }
    }
}

extension ServerResponse {
    /// A response of the media type that GraphQL over HTTP defines.
    static func graphQL(_ text: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        .data(Data(text.utf8), status: status, fields: [.contentType: "application/graphql-response+json"])
    }
}

/// Data of the operations that tests send.
struct BookData: Codable, Sendable, Equatable {
    var book: Book?

    struct Book: Codable, Sendable, Equatable {
        var title: String
        var stars: Double?
    }

    static let emma = BookData(book: Book(title: "Emma", stars: 4.5))
    static let emmaJSON = #"{"data":{"book":{"title":"Emma","stars":4.5}}}"#
}

extension GraphQLOperation where Access: TestGuestScope, Value == BookData {
    static func book(_ id: Int = 84) -> Self {
        GraphQLOperation("query Book($id: Int!) { book(id: $id) { title stars } }", variables: ["id": id])
    }

    static func addBook(idempotency: Idempotency = .byMethod) -> Self {
        GraphQLOperation("mutation AddBook { addBook { title } }", idempotency: idempotency)
    }
}

/// Input with a member of each state.
struct BookChanges: Encodable, Equatable {
    var title: GraphQLNullable<String> = .absent
    var stars: GraphQLNullable<Double> = .absent
    var subtitle: GraphQLNullable<String>?
    var id = 84
}
