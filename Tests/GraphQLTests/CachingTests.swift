import Foundation
import GraphQL
import HTTPCaching
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("GraphQL and the response cache", .timeLimit(.minutes(10)))
struct CachingTests {
    private func harness(_ responses: [ServerResponse], persistedQueries: PersistedQueries? = nil) throws -> Harness {
        let queue = ResponseQueue(
            responses.map { response in
                var response = response
                response.head.headerFields[.cacheControl] = "max-age=60"
                return response
            })
        return try Harness(
            queryMethod: .get, persistedQueries: persistedQueries,
            cache: { clock in
                ResponseCacheInterceptor(storage: InMemoryResponseCache(), partition: .client("test"), time: clock)
            }
        ) { _ throws(TransportError) in try queue.next() }
    }

    @Test("a complete result of a GET query is served from the cache, also by its hash")
    func complete() async throws {
        for persistedQueries in [nil, PersistedQueries(hashing: FakeHashing())] {
            let harness = try harness([.json(BookData.emmaJSON)], persistedQueries: persistedQueries)
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
        let harness = try harness([.json(json), .json(BookData.emmaJSON)])
        #expect(try await harness.graphQL.execute(.book()).errors.count == 1)
        #expect(try await harness.graphQL.execute(.book()) == .complete(.emma))
        #expect(try await harness.graphQL.execute(.book()) == .complete(.emma))
        #expect(harness.transport.calls.count == 2)
        #expect(
            harness.monitor.events.compactMap(\.kind.cacheEvent).prefix(2) == [.missed, .notStored(.incomplete)])
    }

    @Test("a document that the server does not know is not remembered as the query's response")
    func notFound() async throws {
        let harness = try harness(
            [
                .json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#, status: .notFound),
                .json(BookData.emmaJSON), .json(BookData.emmaJSON),
            ], persistedQueries: PersistedQueries(hashing: FakeHashing()))
        for _ in 0..<3 { #expect(try await harness.graphQL.execute(.book()) == .complete(.emma)) }
        #expect(harness.transport.calls.map(\.request.method) == [.get, .post, .get])
    }
}
