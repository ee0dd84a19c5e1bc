import EngineTestSupport
import Foundation
import GraphQL
import HTTPCaching
import HTTPTypes
import Networking
import Testing

@Suite("Automatic persisted queries", .timeLimit(.minutes(10)))
struct PersistedQueriesTests {
    private static let notFound =
        #"{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#
    private static let book = ServerResponse.json(BookData.emmaJSON)

    /// The requests of two equal queries, with their parts that tests compare.
    private func requests(_ responses: [ServerResponse], get: Bool = false) async throws -> [String] {
        let harness = try Harness(
            responses, queryMethod: get ? .get : .post, persistedQueries: PersistedQueries(hashing: FakeHashing()))
        for _ in 0..<2 { #expect(try await harness.graphQL.execute(.book()) == .complete(.emma)) }
        let document = GraphQLOperation<TestMember, BookData>.book().document
        let hash = SHA256Digest.hexadecimal(of: Data(document.utf8))
        return try await harness.received().map { request in
            let parts =
                [request.hasPrefix("GET ") ? "GET" : "POST"]
                + (request.contains(#""extensions":{"persistedQuery":{"sha256Hash":"\#(hash)","version":1}}"#)
                    || request.contains(#"extensions={"persistedQuery":{"sha256Hash":"\#(hash)","version":1}}"#)
                    ? ["hash"] : [])
                + (request.contains(document) ? ["document"] : [])
            #expect(request.contains(#"{"id":84}"#))
            return parts.joined(separator: " ")
        }
    }

    @Test("a known query is sent as its hash")
    func known() async throws {
        #expect(try await requests([Self.book, Self.book]) == ["POST hash", "POST hash"])
        #expect(try await requests([Self.book, Self.book], get: true) == ["GET hash", "GET hash"])
    }

    @Test(
        "an unknown query is sent with its document by POST, and is known afterwards",
        arguments: [
            ServerResponse.json(notFound), .json(notFound, status: .badRequest), .graphQL(notFound, status: .notFound),
            .json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#),
        ])
    func unknown(response: ServerResponse) async throws {
        #expect(
            try await requests([response, Self.book, Self.book], get: true)
                == ["GET hash", "POST hash document", "GET hash"])
    }

    @Test(
        "a server without persisted queries receives documents from then on",
        arguments: [
            ServerResponse.json(
                notFound.replacing("NOT_FOUND", with: "NOT_SUPPORTED").replacing("NotFound", with: "NotSupported")),
            .json(#"{"errors":[{"message":"PersistedQueryNotSupported"}]}"#, status: .badRequest),
            .text("No GraphQL query found in the request", status: .badRequest),
            .json(#"{"errors":[{"message":"Must provide query string."}]}"#, status: .badRequest),
            .empty(.methodNotAllowed),
        ])
    func unsupported(response: ServerResponse) async throws {
        #expect(
            try await requests([response, Self.book, Self.book]) == ["POST hash", "POST document", "POST document"])
    }

    @Test(
        "an error that is not about persisted queries is final, and does not switch them off",
        arguments: [
            // A field, a refused credential, and a query that is refused with and without its document.
            ([#"{"data":null,"errors":[{"message":"m","path":["book"]}]}"#], 200),
            (
                Array(repeating: #"{"errors":[{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}]}"#, count: 2),
                200
            ),
            (Array(repeating: #"{"errors":[{"message":"Unknown field"}]}"#, count: 2), 400),
        ])
    func otherErrors(texts: [String], status: Int) async throws {
        let harness = try Harness(
            texts.map { .json($0, status: .init(code: status)) } + [Self.book],
            persistedQueries: PersistedQueries(hashing: FakeHashing()))
        #expect(try await harness.graphQL.execute(.book()).errors.count == 1)
        #expect(harness.transport.calls.count == texts.count)
        #expect(try await harness.graphQL.execute(.book()) == .complete(.emma))
        #expect(try await harness.received().last?.contains("persistedQuery") == true)
    }

    @Test("a mutation is sent with its document")
    func mutation() async throws {
        let harness = try Harness([Self.book], persistedQueries: PersistedQueries(hashing: FakeHashing()))
        _ = try await harness.graphQL.execute(.addBook())
        #expect(try await harness.received()[0].contains("persistedQuery") == false)
    }
}

@Suite("GraphQL and the response cache", .timeLimit(.minutes(10)))
struct CachingTests {
    private func harness(_ texts: [String], persistedQueries: PersistedQueries? = nil) throws -> Harness {
        let fields: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=60"]
        return try Harness(
            texts.map { .data(Data($0.utf8), fields: fields) }, queryMethod: .get, persistedQueries: persistedQueries
        ) { clock in
            ResponseCacheInterceptor(storage: InMemoryResponseCache(), partition: .client("test"), time: clock)
        }
    }

    @Test("a complete result of a GET query is served from the cache, also by its hash")
    func complete() async throws {
        for persistedQueries in [nil, PersistedQueries(hashing: FakeHashing())] {
            let harness = try harness([BookData.emmaJSON], persistedQueries: persistedQueries)
            for _ in 0..<2 { #expect(try await harness.graphQL.execute(.book()) == .complete(.emma)) }
            #expect(harness.transport.calls.count == 1)
        }
    }

    @Test(
        "a result with errors is not stored, although the server allows it",
        arguments: [
            #"{"data":{"book":{"title":"Emma"}},"errors":[{"message":"m","path":["book","stars"]}]}"#,
            #"{"data":null,"errors":[{"message":"m"}]}"#,
            #"{"data":{"book":null},"errors":[{"message":"m","extensions":{"code":"FORBIDDEN"}}]}"#,
        ])
    func incomplete(json: String) async throws {
        let harness = try harness([json, BookData.emmaJSON])
        #expect(try await harness.graphQL.execute(.book()).errors.count == 1)
        #expect(try await harness.graphQL.execute(.book()) == .complete(.emma))
        #expect(try await harness.graphQL.execute(.book()) == .complete(.emma))
        #expect(harness.transport.calls.count == 2)
        #expect(
            harness.monitor.events.compactMap(\.kind.cacheEvent).prefix(2) == [.missed, .notStored(.incomplete)])
    }
}
