import EngineTestSupport
import Foundation
import GraphQL
import Networking
import Testing

@Suite("GraphQL mutations and uploads to strawberry", .againstGraphQLServer, .timeLimit(.minutes(20)))
struct GraphQLMutationTests {
    private struct Review: Encodable, Sendable {
        let country: String
        var stars = 4
        let author: Author
        var price: GraphQLNullable<String> = .absent

        struct Author: Encodable, Sendable {
            let name = "Ada"
            var born: GraphQLNullable<String> = .absent
        }
    }

    private struct Added: Decodable, Sendable, Equatable {
        let addReview: Outcome

        enum Outcome: Decodable, Sendable, Equatable {
            case review(bornState: String, price: String?)
            case invalid([[String]])

            private struct Fields: Decodable {
                let kind: String
                let bornState: String?
                let price: String?
                let errors: [Field]?
                struct Field: Decodable { let path: [String] }
            }

            init(from decoder: any Decoder) throws {
                let fields = try Fields(from: decoder)
                self =
                    fields.kind == "Review"
                    ? .review(bornState: fields.bornState ?? "", price: fields.price)
                    : .invalid((fields.errors ?? []).map(\.path))
            }
        }
    }

    private static func add(_ review: Review) -> GraphQLOperation<TestGuest, Added> {
        GraphQLOperation(
            """
            mutation Add($input: ReviewInput!) {
                addReview(input: $input) {
                    kind: __typename
                    ... on Review { bornState price }
                    ... on ValidationFailed { errors { path } }
                }
            }
            """, variables: ["input": review])
    }

    @Test(
        "an optional member arrives as absent, null or a value",
        arguments: TransportUnderTest.all,
        [(GraphQLNullable.absent, "absent"), (.null, "null"), (.value("1815-12-10"), "value")]
            as [(GraphQLNullable<String>, String)])
    func threeStates(transport: TransportUnderTest, born: (GraphQLNullable<String>, String)) async throws {
        try await GraphQLServer.visit(over: transport) { (graphQL, _) async throws in
            let review = Review(country: "FI", author: .init(born: born.0), price: .value("12345678901234567.89"))
            #expect(
                try await graphQL.execute(Self.add(review))
                    == .complete(Added(addReview: .review(bornState: born.1, price: "12345678901234567.89"))))
        }
    }

    @Test("a refused input is data: the union's other type")
    func invalid() async throws {
        try await GraphQLServer.visit(over: TransportUnderTest.all[0]) { (graphQL, _) async throws in
            let result = try await graphQL.execute(Self.add(Review(country: "XX", stars: 9, author: .init())))
            #expect(result == .complete(Added(addReview: .invalid([["input", "stars"], ["input", "country"]]))))
        }
    }

    private struct Info: Decodable, Sendable, Equatable {
        let name: String
        let contentType: String
        let bytes: Int
        let sha256: String
    }

    private static let fields = "{ name contentType bytes sha256 }"

    @Test("several files and a variable beside them arrive unchanged", arguments: TransportUnderTest.all)
    func uploads(transport: TransportUnderTest) async throws {
        struct Many: Decodable, Sendable { let uploadMany: [Info] }
        let contents = [Data("first".utf8), Data((0...255).map { UInt8($0) }), Data()]
        let files = contents.enumerated().map { index, content in
            GraphQLUpload.data(content, fileName: "\(index) ü.bin", contentType: "application/x-\(index)")
        }
        let operation = GraphQLOperation<TestGuest, Many>(
            "mutation($files: [Upload!]!) { uploadMany(files: $files) \(Self.fields) }", variables: ["files": files])
        try await GraphQLServer.visit(over: transport) { (graphQL, _) async throws in
            let many = try await graphQL.execute(operation).value?.uploadMany
            #expect(
                many
                    == contents.enumerated().map { index, content in
                        Info(
                            name: "\(index) ü.bin", contentType: "application/x-\(index)", bytes: content.count,
                            sha256: SHA256Digest.hexadecimal(of: content))
                    })
        }
    }
}
