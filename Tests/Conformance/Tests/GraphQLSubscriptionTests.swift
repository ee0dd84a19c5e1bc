import EngineTestSupport
import GraphQL
import Networking
import Testing

/// Against strawberry, whose subscription counts from 0 and fails after 7.
@Suite("Subscriptions of strawberry", .serialized, .againstGraphQLServer, .timeLimit(.minutes(20)))
struct GraphQLSubscriptionTests {
    private struct Count: Decodable, Sendable {
        let count: Int
    }

    private static func subscription(to end: Int, pause: Int = 5) -> GraphQLOperation<TestGuest, Count> {
        GraphQLOperation(
            "subscription Count($to: Int!, $ms: Int!) { count(to: $to, ms: $ms) }",
            variables: ["to": end, "ms": pause])
    }

    @Test("every count is a result, and complete ends the subscription", arguments: TransportUnderTest.all)
    func complete(transport: TransportUnderTest) async throws {
        let results = try await results(of: Self.subscription(to: 4), over: transport)
        #expect(results == ["0", "1", "2", "3"])
    }

    @Test(
        "an error after eight counts is the last result, and no failure of the stream",
        arguments: TransportUnderTest.all)
    func failure(transport: TransportUnderTest) async throws {
        let results = try await results(of: Self.subscription(to: 8), over: transport)
        #expect(results == (0..<8).map { "\($0)" } + ["ran too long (LIMIT)"])
    }

    @Test("a subscription that the schema does not know is a failed result", arguments: TransportUnderTest.all)
    func unknownField(transport: TransportUnderTest) async throws {
        let results = try await results(of: GraphQLOperation("subscription Nope { nope }"), over: transport)
        #expect(results == ["Cannot query field 'nope' on type 'Subscription'."])
    }

    private func results(
        of operation: GraphQLOperation<TestGuest, Count>, over transport: TransportUnderTest
    ) async throws -> [String] {
        var found: [String] = []
        try await GraphQLServer.visit(over: transport) { graphQL, _ in
            for try await result in graphQL.subscribe(to: operation) {
                let result = try result.get()
                found += result.value.map { ["\($0.count)"] } ?? []
                found += result.errors.map(\.description)
            }
        }
        return found
    }
}
