import EngineTestSupport
import Foundation
import GraphQL
import HTTPTypes
import Networking
import Testing

@Suite("GraphQL queries to strawberry", .againstGraphQLServer, .timeLimit(.minutes(20)))
struct GraphQLQueryTests {
    private struct Country: Decodable, Sendable, Equatable {
        let code: String
        var name: String?
        var population: Int?
        var area: Double?
        var gdp: String?
        var independence: String?
        var languages: [Language]?
    }

    private struct Language: Decodable, Sendable, Equatable {
        let code: String
        let name: String?
    }

    private struct Countries: Decodable, Sendable, Equatable {
        let countries: [Country]
    }

    private struct Filter: Encodable, Sendable {
        var codes: GraphQLNullable<[String]> = .absent
        var region: GraphQLNullable<String> = .absent
        var area: GraphQLNullable<[String: Double]> = .absent
    }

    private static let language = GraphQLFragment("fragment LanguageFields on Language { code name }")

    @Test("a query with variables and a fragment has complete data", arguments: TransportUnderTest.all)
    func variables(transport: TransportUnderTest) async throws {
        let operation = GraphQLOperation<TestGuest, Countries>(
            "query Countries($f: CountryFilter) { countries(filter: $f) { code name languages { ...LanguageFields } } }",
            fragments: [Self.language],
            variables: ["f": Filter(codes: .null, region: .value("ASIA"), area: .value(["min": 1e6]))])
        for method in [GraphQLQueryMethod.post, .get] {
            try await GraphQLServer.visit(over: transport, queryMethod: method) { (graphQL, _) async throws in
                let expected = Country(code: "CN", name: "China", languages: [Language(code: "zh", name: nil)])
                #expect(try await graphQL.execute(operation) == .complete(Countries(countries: [expected])))
            }
        }
    }

    @Test("decimals, dates and text keep every digit and character", arguments: TransportUnderTest.all)
    func scalars(transport: TransportUnderTest) async throws {
        let operation = GraphQLOperation<TestGuest, Countries>(
            "query($codes: [ID!]) { countries(filter: {codes: $codes}) { code gdp independence area } }",
            variables: ["codes": ["FI", "FR"]])
        try await GraphQLServer.visit(over: transport) { (graphQL, _) async throws in
            let expected = [
                Country(
                    code: "FI", area: 338_455, gdp: "282896123456789.12", independence: "1917-12-06"),
                Country(code: "FR", area: 551_695),
            ]
            #expect(try await graphQL.execute(operation) == .complete(Countries(countries: expected)))
            let json = try await graphQL.execute(GraphQLOperation<TestGuest, GraphQLJSON>("{ anything }"))
            #expect(json.value?.text.contains("12345678901234567890") == true)
        }
    }

    @Test("an input object with exactly one member is accepted, and another one is refused")
    func oneOf() async throws {
        struct Found: Decodable, Sendable, Equatable { let lookup: Country? }
        struct By: Encodable, Sendable {
            var code: GraphQLNullable<String> = .absent
            var name: GraphQLNullable<String> = .absent
        }
        func lookup(_ by: By) -> GraphQLOperation<TestGuest, Found> {
            GraphQLOperation("query($by: LookupBy!) { lookup(by: $by) { code } }", variables: ["by": by])
        }
        try await GraphQLServer.visit(over: TransportUnderTest.all[0]) { (graphQL, _) async throws in
            #expect(
                try await graphQL.execute(lookup(By(name: .value("Germany"))))
                    == .complete(Found(lookup: Country(code: "DE"))))
            #expect(try await graphQL.execute(lookup(By())).value == nil)
            #expect(try await graphQL.execute(lookup(By(code: .value("DE"), name: .value("x")))).value == nil)
            #expect(try await graphQL.execute(lookup(By(code: .null))).value == nil)
        }
    }

    @Test("a server without persisted queries receives documents, also by GET")
    func persistedQueries() async throws {
        let operation = GraphQLOperation<TestGuest, Countries>("{ countries(filter: {codes: [\"DE\"]}) { code } }")
        for method in [GraphQLQueryMethod.post, .get] {
            let persisted = PersistedQueries(hashing: FakeHashing())
            try await GraphQLServer.visit(
                over: TransportUnderTest.all[0], queryMethod: method, persistedQueries: persisted
            ) { (graphQL, visitor) async throws in
                for _ in 0..<2 {
                    #expect(
                        try await graphQL.execute(operation) == .complete(Countries(countries: [Country(code: "DE")])))
                }
                #expect(visitor.monitor.names.count { $0 == "attemptStarted" } == 3)
            }
        }
    }

    @Test("a mutation by GET is refused by the server, so it is always sent by POST")
    func mutationByGet() async throws {
        try await GraphQLServer.visit(over: TransportUnderTest.all[0], queryMethod: .get) {
            (graphQL, visitor) async throws in
            let refused = await visitor.failure(
                .get, GraphQLServer.path, query: [QueryItem("query", "mutation { __typename }")])
            #expect(refused?.status == 400)
            let result = try await graphQL.execute(
                GraphQLOperation<TestGuest, GraphQLJSON>("mutation { __typename }"))
            #expect(result.value?.text.contains("Mutation") == true)
        }
    }
}
