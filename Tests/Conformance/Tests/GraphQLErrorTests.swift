import EngineTestSupport
import Foundation
import GraphQL
import Networking
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
            let nullable = try await graphQL.execute(json(#"{ country(code: "AQ") { populationStrict } anything }"#))
            #expect(nullable.value?.text.contains(#""country":null"#) == true)
            #expect(nullable.errors.map(\.path) == [["country", "populationStrict"]])
            let root = try await graphQL.execute(json(#"{ mustCountry(code: "XX") { code } anything }"#))
            #expect(root.value == nil)
            #expect(root.errors.map(\.code) == ["NOT_FOUND"])
        }
    }

    @Test("an invalid query and an invalid variable are failed results with locations")
    func invalidQuery() async throws {
        try await GraphQLServer.visit(over: TransportUnderTest.all[0]) { graphQL, _ in
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

    @Test(
        "a 401 with a whole GraphQL body refreshes the credential once, and a second one is the result",
        arguments: TransportUnderTest.all, [("fresh", "fresh", []), ("expired", nil, ["TOKEN_EXPIRED"])])
    func expired(transport: TransportUnderTest, renewed: (token: String, me: String?, codes: [String])) async throws {
        try await Visitor.visit(over: transport, at: GraphQLServer.environment) { visitor in
            let refresher = MockCredentialRefresher(.lasting(renewed.token))
            let graphQL = GraphQLSession(
                visitor.member("expired", refreshedBy: refresher), path: GraphQLServer.path)
            let result = try await graphQL.execute(GraphQLOperation<TestMember, Me>("{ me }"))
            #expect(result.value == Me(me: renewed.me))
            #expect(result.errors.map(\.code) == renewed.codes)
            #expect(refresher.calls.count == 1)
        }
    }
}
