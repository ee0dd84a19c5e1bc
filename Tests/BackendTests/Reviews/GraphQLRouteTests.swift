import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

/// GraphQL over HTTP: media types, status codes, GET, persisted queries and limits.
struct GraphQLRouteTests {
    private static let graphQL = "application/graphql-response+json"

    private func query(_ fields: KeyValuePairs<String, String>) -> String {
        "/graphql?"
            + fields.map { "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            .joined(separator: "&")
    }

    @Test("a query gets the selected fields in the order of the selection")
    func book() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.graphQL(
                """
                query Book($id: Int!) { book(id: $id) { title id languages authors { name birthYear deathYear }
                averageStars reviews(first: 1) { stars author text createdAt book { id } } } }
                """, variables: #"{"id":84}"#)
            #expect(response.status == .ok && response.headers[.contentType] == "application/json")
            #expect(
                response.text == """
                    {"data":{"book":{"title":"Frankenstein; Or, The Modern Prometheus","id":84,"languages":["en"],\
                    "authors":[{"name":"Shelley, Mary Wollstonecraft","birthYear":1797,"deathYear":1851}],\
                    "averageStars":4.0,"reviews":[{"stars":3,"author":"Grace Hopper",\
                    "text":"Ship's logs are shorter.","createdAt":"2026-03-05T09:00:00.000Z","book":{"id":84}}]}}}
                    """)
        }
    }

    @Test("a book without reviews has no average, and an unknown book is null")
    func nothing() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.graphQL(
                "{ a: book(id: 1000000) { averageStars reviews { id } } b: book(id: 7) { id } reviews(book: 7) { id } }"
            )
            #expect(response.text == #"{"data":{"a":{"averageStars":null,"reviews":[]},"b":null,"reviews":[]}}"#)
        }
    }

    @Test("the pages of a search follow each other by cursor")
    func pages() async throws {
        let text = """
            query ($after: String) { books(search: "shelley MARY", first: 1, after: $after) {
            totalCount hasNextPage endCursor nodes { id } } }
            """
        struct Shape: Decodable {
            struct Data: Decodable { let books: Connection }
            struct Connection: Decodable {
                let totalCount: Int
                let hasNextPage: Bool
                let endCursor: String?
                let nodes: [Node]
            }
            struct Node: Decodable { let id: Int }
            let data: Data
        }
        try await TestBackend.run { backend in
            var ids: [Int] = []
            var cursor = "null"
            while true {
                let response = try await backend.graphQL(text, variables: #"{"after":\#(cursor)}"#)
                let page = try response.decode(Shape.self).data.books
                ids += page.nodes.map(\.id)
                #expect(ids.count <= page.totalCount && page.hasNextPage == (ids.count < page.totalCount))
                cursor = page.endCursor.map { "\"\($0)\"" } ?? "null"
                if !page.hasNextPage { break }
            }
            #expect(ids.contains(84) && Set(ids).count == ids.count)
            let wrong = try await backend.graphQL(text, variables: #"{"after":"x"}"#)
            #expect(wrong.text.contains(#""code":"BAD_USER_INPUT""#) && wrong.text.hasSuffix(#""data":null}"#))
            let huge = try await backend.graphQL("{ books(first: 101) { totalCount } }")
            #expect(huge.text.contains("must be from 1 to 100"))
        }
    }

    @Test("the schema is served as text with an entity tag")
    func schema() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(.get, "/graphql/schema.graphql")
            #expect(response.text == GraphQLSchema.libraryText)
            #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
            let tag = try #require(response.headers[.eTag])
            let again = try await backend.send(.get, "/graphql/schema.graphql", headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
        }
    }

    @Test(
        "a refused request gets 200 as application/json and 400 as application/graphql-response+json",
        arguments: ["{", "{ bok }", "query ($a: Int!) { book(id: $a) { id } }", "subscription { reviewAdded { id } }"])
    func refusal(text: String) async throws {
        try await TestBackend.run { backend in
            let json = try await backend.graphQL(text)
            #expect(json.status == .ok && json.headers[.contentType] == "application/json")
            let response = try await backend.graphQL(text, headers: [.accept: Self.graphQL])
            #expect(response.status == .badRequest && response.headers[.contentType] == Self.graphQL)
            #expect(response.text == json.text && json.text.hasPrefix(#"{"errors":[{"message":""#))
            #expect(!json.text.contains(#""data""#) && response.headers[.cacheControl] == "no-store")
        }
    }

    @Test(
        "Accept chooses the media type",
        arguments: [
            (nil, graphQL), ("*/*", graphQL), ("application/*;q=0.1", graphQL),
            ("application/graphql-response+json, application/json;q=0.9", graphQL),
            ("application/json, application/graphql-response+json;q=0.9", "application/json"),
            ("application/graphql-response+json;q=0, */*", "application/json"),
            ("text/event-stream", "text/event-stream"), ("text/html", nil), ("", nil),
        ] as [(String?, String?)])
    func negotiation(accept: String?, type: String?) async throws {
        try await TestBackend.run { backend in
            var headers: HTTPFields = [:]
            headers[.accept] = accept
            let response = try await backend.send(
                .post, "/graphql", json: #"{"query":"{ __typename }"}"#, headers: headers)
            if let type {
                #expect(response.status == .ok && response.headers[.contentType] == type)
                #expect(response.headers[.vary] == "Accept, Authorization")
            } else {
                try response.expectProblem(.notAcceptable, "not_acceptable")
            }
        }
    }

    @Test(
        "a request that is no GraphQL request gets problem details",
        arguments: [
            ("{", HTTPResponse.Status.badRequest, "malformed_json"), ("[]", .unprocessableContent, "validation_failed"),
            ("{}", .unprocessableContent, "validation_failed"),
            (#"{"query":7}"#, .unprocessableContent, "validation_failed"),
            (#"{"query":"{ __typename }","variables":"{}"}"#, .unprocessableContent, "validation_failed"),
            (#"{"query":"{ __typename }","variables":[]}"#, .unprocessableContent, "validation_failed"),
            (#"{"extensions":{"persistedQuery":{"version":1}}}"#, .unprocessableContent, "validation_failed"),
        ])
    func malformed(json: String, status: HTTPResponse.Status, code: String) async throws {
        try await TestBackend.run { backend in
            try await backend.send(.post, "/graphql", json: json).expectProblem(status, code)
        }
    }

    @Test("deeply nested variables, other media types and large bodies are refused")
    func limits() async throws {
        try await TestBackend.run { backend in
            for depth in [40, 5000] {
                let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                let response = try await backend.graphQL("{ __typename }", variables: #"{"a":\#(nested)}"#)
                #expect([.badRequest, .unprocessableContent].contains(response.status))
            }
            let text = try await backend.send(
                .post, "/graphql", headers: [.contentType: "application/graphql"], body: ByteBuffer(string: "{ me }"))
            try text.expectProblem(.unsupportedMediaType, "unsupported_media_type")
            try await backend.graphQL(String(repeating: " ", count: 70_000))
                .expectProblem(.contentTooLarge, "content_too_large")
        }
    }

    @Test("a query by GET is cacheable, and a partial or refused one is not stored")
    func get() async throws {
        try await TestBackend.run { backend in
            let path = query([
                "query": "query A($id: Int!) { book(id: $id) { averageStars } }", "variables": #"{"id": 11}"#,
            ])
            let response = try await backend.send(.get, path)
            #expect(response.text == #"{"data":{"book":{"averageStars":4.5}}}"#)
            #expect(response.headers[.cacheControl] == "private, no-cache")
            let tag = try #require(response.headers[.eTag])
            let again = try await backend.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified && again.headers[.vary] == "Accept, Authorization")

            #expect(try await backend.send(.post, "/faults/graphql-average-stars", json: "{}").status == .noContent)
            // It does not select averageStars, so the fault is not used up.
            _ = try await backend.graphQL("{ book(id: 11) { id } }")
            let partial = try await backend.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(
                partial.text == """
                    {"errors":[{"message":"The ratings service does not respond.",\
                    "locations":[{"line":1,"column":38}],"path":["book","averageStars"],\
                    "extensions":{"code":"UPSTREAM"}}],"data":{"book":{"averageStars":null}}}
                    """)
            #expect(partial.status == .ok && partial.headers[.cacheControl] == "no-store")
            #expect(partial.headers[.eTag] == nil)
            #expect(try await backend.send(.get, path, headers: [.ifNoneMatch: tag]).status == .notModified)
            let refused = try await backend.send(.get, query(["query": "{ bok }"]))
            #expect(refused.headers[.cacheControl] == "no-store")
        }
    }

    @Test("a mutation by GET gets 405, and invalid parameters 422")
    func getRefusals() async throws {
        try await TestBackend.run { backend in
            let text = "mutation { addReview(input: {book: 84, stars: 1}) { __typename } }"
            let mutation = try await backend.send(.get, query(["query": text]))
            try mutation.expectProblem(.methodNotAllowed, "method_not_allowed")
            #expect(mutation.headers[.allow] == "POST")
            for path in ["/graphql", query(["query": "{ __typename }", "variables": "{"])] {
                try await backend.send(.get, path).expectProblem(.unprocessableContent, "validation_failed")
            }
        }
    }

    @Test("a persisted query is unknown until it is sent with its hash, and then found by the hash")
    func persisted() async throws {
        let text = "{ book(id: 84) { id } }"
        let hash = Data(text.utf8).sha256.hexadecimal
        let extensions = #"{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}"#
        try await TestBackend.run { backend in
            let path = query(["extensions": extensions])
            let unknown = try await backend.send(.get, path)
            #expect(
                unknown.text == """
                    {"errors":[{"message":"PersistedQueryNotFound",\
                    "extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}
                    """)
            #expect(unknown.status == .badRequest && unknown.headers[.cacheControl] == "no-store")
            let sent = try await backend.send(
                .post, "/graphql", json: #"{"query":"\#(text)","extensions":\#(extensions)}"#)
            let found = try await backend.send(.get, path)
            #expect(sent.text == #"{"data":{"book":{"id":84}}}"# && found.text == sent.text)
        }
    }

    @Test("a hash of another query is refused, and an unknown version is not supported")
    func wrongHash() async throws {
        let hash = String(repeating: "0", count: 64)
        try await TestBackend.run { backend in
            for (version, code) in [(1, "BAD_USER_INPUT"), (2, "PERSISTED_QUERY_NOT_SUPPORTED")] {
                let extensions = #"{"persistedQuery":{"version":\#(version),"sha256Hash":"\#(hash)"}}"#
                let response = try await backend.send(
                    .post, "/graphql", json: #"{"query":"{ __typename }","extensions":\#(extensions)}"#)
                #expect(response.text.contains(code) && !response.text.contains("data"))
            }
        }
    }
}

extension TestBackend {
    /// Sends an operation as JSON, and accepts JSON by default.
    /// - Parameter variables: a JSON object.
    func graphQL(
        _ query: String, variables: String = "{}", token: String? = nil, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.accept] = headers[.accept] ?? "application/json"
        let text = GraphQLValue.string(query).json
        return try await send(
            .post, "/graphql", token: token, json: #"{"query":\#(text),"variables":\#(variables)}"#, headers: headers)
    }
}
