import Foundation
import GraphQL
import Networking
import TestSupport
import Testing

@Suite("GraphQL errors from strawberry", .againstGraphQLServer, .timeLimit(.minutes(20)))
struct GraphQLErrorTests {
    private struct Countries: Decodable, Sendable, Equatable {
        let countries: [Country]
        struct Country: Decodable, Sendable, Equatable {
            let code: String
            var population: Int?
        }
    }

    private struct Me: Decodable, Sendable, Equatable { let me: String? }

    private func json(_ document: String) -> GraphQLOperation<TestGuest, GraphQLJSON> { GraphQLOperation(document) }

    @Test("a failed nullable field is partial data with its path and code", arguments: TransportUnderTest.all)
    func partial(transport: TransportUnderTest) async throws {
        let operation = GraphQLOperation<TestGuest, Countries>(
            #"{ countries(filter: {codes: ["FI", "FR"]}) { code population } }"#)
        try await GraphQLServer.visit(over: transport) { graphQL, _ in
            let result = try await graphQL.execute(operation)
            guard case .partial(let data, let errors) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(data.countries == [.init(code: "FI", population: 5_600_000), .init(code: "FR")])
            #expect(errors.map(\.message) == ["census service unavailable"])
            #expect(errors.map(\.path) == [["countries", 1, "population"]])
            #expect(errors.map(\.code) == ["UPSTREAM"])
            #expect(errors.first?.extensions["retryAfter"] == .integer(3))
            #expect(errors.first?.locations.count == 1)
            #expect(result.errors(at: ["countries", 0]).isEmpty)
        }
    }

    @Test("the null of a failed non-null field spreads to the nearest nullable field")
    func propagation() async throws {
        try await GraphQLServer.visit(over: TransportUnderTest.all[0]) { graphQL, _ in
            let nullable = try await graphQL.execute(json(#"{ country(code: "AQ") { populationStrict } now }"#))
            #expect(nullable.value?.text.contains(#""country":null"#) == true)
            #expect(nullable.errors.map(\.path) == [["country", "populationStrict"]])
            let root = try await graphQL.execute(json(#"{ mustCountry(code: "XX") { code } now }"#))
            #expect(root.value == nil)
            #expect(root.errors.map(\.code) == ["NOT_FOUND"])
            let overflow = try await graphQL.execute(json("{ countries { big } }"))
            #expect(overflow.value == nil && overflow.errors.first?.path == ["countries", 0, "big"])
        }
    }

    @Test(
        "an invalid query and an invalid variable are failed results with locations", arguments: TransportUnderTest.all)
    func invalidQuery(transport: TransportUnderTest) async throws {
        try await GraphQLServer.visit(over: transport) { graphQL, _ in
            for document in [
                "{ nope }", "{ countries ", #"query($f: CountryFilter) { countries(filter: "x") { code } }"#,
            ] {
                let result = try await graphQL.execute(json(document))
                #expect(result.value == nil)
                #expect(result.errors.first?.locations.isEmpty == false && result.errors.first?.path == [])
            }
            let variable = GraphQLOperation<TestGuest, GraphQLJSON>(
                "query($c: [ID!]) { countries(filter: {codes: $c}) { code } }", variables: ["c": [["x": 1]]])
            #expect(try await graphQL.execute(variable).errors.isEmpty == false)
        }
    }

    @Test("a malformed request is an HTTP error with the server's text", arguments: TransportUnderTest.all)
    func malformed(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, at: GraphQLServer.environment) { visitor in
            let error = await visitor.failure(
                .post, GraphQLServer.path, body: .data(Data("{bad".utf8), contentType: "application/json"))
            #expect(
                error?.cause
                    == .status(HTTPFailure(status: 400, message: "Unable to parse request body as JSON")))
        }
    }

    @Test("without a token, me is null with the code UNAUTHENTICATED", arguments: TransportUnderTest.all)
    func unauthenticated(transport: TransportUnderTest) async throws {
        try await GraphQLServer.visit(over: transport) { graphQL, _ in
            let result = try await graphQL.execute(GraphQLOperation<TestGuest, Me>("{ me }"))
            #expect(result.value == Me(me: nil))
            #expect(result.errors.map(\.code) == ["UNAUTHENTICATED"])
        }
    }

    @Test(
        "a 401 with a whole GraphQL body refreshes the credential once, and the query is sent again",
        arguments: TransportUnderTest.all)
    func expired(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, at: GraphQLServer.environment) { visitor in
            let refresher = MockCredentialRefresher(.lasting("fresh"))
            let member = visitor.member("expired", refreshedBy: refresher)
            let graphQL = GraphQLSession(member, path: GraphQLServer.path)
            let operation = GraphQLOperation<TestMember, Me>("{ me }")
            let results = try await withThrowingTaskGroup(of: GraphQLResult<Me>.self) { group in
                for _ in 0..<8 { group.addTask { try await graphQL.execute(operation) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0 == .complete(Me(me: "fresh")) })
            #expect(refresher.calls.count == 1)
        }
    }

    @Test("a second 401 with partial data is the result", arguments: TransportUnderTest.all)
    func expiredAgain(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, at: GraphQLServer.environment) { visitor in
            let refresher = MockCredentialRefresher(.lasting("expired"))
            let graphQL = GraphQLSession(
                visitor.member("expired", refreshedBy: refresher), path: GraphQLServer.path)
            let result = try await graphQL.execute(GraphQLOperation<TestMember, Me>("{ me }"))
            #expect(result.value == Me(me: nil))
            #expect(result.errors.map(\.code) == ["TOKEN_EXPIRED"])
            #expect(refresher.calls.count == 1)
        }
    }
}
