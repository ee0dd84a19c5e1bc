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

    @Test("a query gets the selected fields in the order of the selection, and null for what does not exist")
    func books() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.graphQL(
                """
                query Book($id: Int!) { book(id: $id) { title id languages authors { name birthYear deathYear }
                reviews(first: 1) { book { id } } } b: book(id: 7) { id } reviews(book: 7) { id } }
                """, #"{"id":84}"#)
            #expect(
                response.text == """
                    {"data":{"book":{"title":"Frankenstein; Or, The Modern Prometheus","id":84,"languages":["en"],\
                    "authors":[{"name":"Shelley, Mary Wollstonecraft","birthYear":1797,"deathYear":1851}],\
                    "reviews":[{"book":{"id":84}}]},"b":null,"reviews":[]}}
                    """)
        }
    }

    @Test("the pages of a search follow each other by cursor")
    func pages() async throws {
        let text = """
            query ($after: String) { books(search: "shelley MARY", first: 1, after: $after) {
            totalCount hasNextPage endCursor nodes { id } } }
            """
        try await TestBackend.run { backend in
            var cursor = "null"
            for (id, hasNext) in [(84, true), (20038, false)] {
                let page = try await backend.graphQL(text, #"{"after":\#(cursor)}"#)
                let match = try #require(page.text.firstMatch(of: /"endCursor":("[^"]+"),"nodes":\[{"id":(\d+)}\]/))
                #expect(match.2 == "\(id)" && page.text.contains(#""totalCount":2,"hasNextPage":\#(hasNext)"#))
                cursor = String(match.1)
            }
            let end = try await backend.graphQL(text, #"{"after":\#(cursor)}"#)
            #expect(end.text.contains(#""hasNextPage":false,"endCursor":null,"nodes":[]"#))
            let wrong = try await backend.graphQL(text, #"{"after":"x"}"#)
            #expect(wrong.text.contains(#""code":"BAD_USER_INPUT""#) && wrong.text.hasSuffix(#""data":null}"#))
        }
    }

    @Test("a refused request gets 200 as application/json and 400 as application/graphql-response+json")
    func refusal() async throws {
        try await TestBackend.run { backend in
            for text in [
                "{", "{ bok }", "query ($a: Int!) { book(id: $a) { id } }", "subscription { reviewAdded { id } }",
            ] {
                let json = try await backend.graphQL(text)
                #expect(json.status == .ok && json.headers[.contentType] == "application/json")
                let response = try await backend.graphQL(text, headers: [.accept: Self.graphQL])
                #expect(response.status == .badRequest && response.headers[.contentType] == Self.graphQL)
                #expect(response.text == json.text && json.text.hasPrefix(#"{"errors":[{"message":""#))
                #expect(!json.text.contains(#""data""#) && response.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test("Accept chooses the media type")
    func negotiation() async throws {
        let json = #"{"query":"{ __typename }"}"#
        try await TestBackend.run { backend in
            for (accept, type) in [
                (nil, Self.graphQL), ("*/*", Self.graphQL), ("application/*;q=0.1", Self.graphQL),
                ("application/graphql-response+json, application/json;q=0.9", Self.graphQL),
                ("application/json, application/graphql-response+json;q=0.9", "application/json"),
                ("application/graphql-response+json;q=0, */*", "application/json"),
                ("text/event-stream", "text/event-stream"),
            ] as [(String?, String)] {
                var headers: HTTPFields = [:]
                headers[.accept] = accept
                let response = try await backend.send(.post, "/graphql", json, headers: headers)
                #expect(response.status == .ok && response.headers[.contentType] == type)
                #expect(response.headers[.vary] == "Accept, Authorization")
            }
            for accept in ["text/html", ""] {
                let outcome = try await backend.outcome(.post, "/graphql", json, headers: [.accept: accept])
                #expect(outcome == "406 not_acceptable")
            }
        }
    }

    @Test("a request that is no GraphQL request, too large or nested too deeply gets problem details")
    func malformed() async throws {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        try await TestBackend.run { backend in
            for (json, outcome) in [
                ("{", "400 malformed_json"), ("[]", "422  invalid_type"), ("{}", "422 query required"),
                (#"{"query":7}"#, "422 query invalid_type"),
                (#"{"query":"{ __typename }","variables":"{}"}"#, "422 variables invalid_type"),
                (#"{"query":"{ __typename }","variables":[]}"#, "422 variables invalid_type"),
                (#"{"query":"{ __typename }","variables":{"a":\#(deep)}}"#, "422 variables invalid_type"),
                (#"{"extensions":{"persistedQuery":{"version":1}}}"#, "422 extensions.persistedQuery invalid_type"),
                (#"{"query":"\#(String(repeating: " ", count: 70_000))"}"#, "413 content_too_large"),
            ] {
                #expect(try await backend.outcome(.post, "/graphql", json) == outcome)
            }
            let text = try await backend.outcome(
                .post, "/graphql", "{ me }", headers: [.contentType: "application/graphql"])
            #expect(text == "415 unsupported_media_type")
            for (path, outcome) in [
                ("/graphql", "422 query required"),
                (query(["query": "{ __typename }", "variables": "{"]), "422 variables invalid_type"),
            ] {
                #expect(try await backend.outcome(.get, path) == outcome)
            }
            let mutation = query(["query": "mutation { addReview(input: {book: 84, stars: 1}) { __typename } }"])
            let refused = try await backend.send(.get, mutation)
            #expect(try refused.outcome == "405 method_not_allowed" && refused.headers[.allow] == "POST")
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

            try await backend.arm("graphql-average-stars")
            // It does not select averageStars, so the fault is not used up.
            _ = try await backend.graphQL("{ book(id: 11) { id } }")
            let partial = try await backend.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(
                partial.text.contains("UPSTREAM") && partial.text.hasSuffix(#""data":{"book":{"averageStars":null}}}"#))
            #expect(partial.status == .ok && partial.headers[.cacheControl] == "no-store")
            #expect(partial.headers[.eTag] == nil)
            #expect(try await backend.outcome(.get, path, headers: [.ifNoneMatch: tag]) == "304")
            let refused = try await backend.send(.get, query(["query": "{ bok }"]))
            #expect(refused.headers[.cacheControl] == "no-store")
        }
    }

    @Test("a persisted query is unknown until it is sent with its own hash, and then found by the hash")
    func persisted() async throws {
        let text = "{ book(id: 84) { id } }"
        func extensions(_ hash: String, version: Int = 1) -> String {
            #"{"persistedQuery":{"version":\#(version),"sha256Hash":"\#(hash)"}}"#
        }
        let own = extensions(Data(text.utf8).sha256.hexadecimal.uppercased())
        try await TestBackend.run { backend in
            let path = query(["extensions": own])
            let unknown = try await backend.send(.get, path)
            #expect(unknown.text.contains(#""code":"PERSISTED_QUERY_NOT_FOUND""#) && !unknown.text.contains("data"))
            #expect(unknown.status == .badRequest && unknown.headers[.cacheControl] == "no-store")
            func send(_ extensions: String) async throws -> String {
                try await backend.send(.post, "/graphql", #"{"query":"\#(text)","extensions":\#(extensions)}"#).text
            }
            let other = String(repeating: "0", count: 64)
            for (extensions, code) in [
                (extensions(other), "BAD_USER_INPUT"), (extensions(other, version: 2), "PERSISTED_QUERY_NOT_SUPPORTED"),
            ] {
                let refused = try await send(extensions)
                #expect(refused.contains(code) && !refused.contains("data"))
            }
            #expect(try await send(own) == #"{"data":{"book":{"id":84}}}"#)
            #expect(try await backend.send(.get, path).text == #"{"data":{"book":{"id":84}}}"#)
        }
    }
}

extension TestBackend {
    /// Sends an operation as JSON, and accepts JSON by default.
    /// - Parameter variables: a JSON object.
    func graphQL(
        _ query: String, _ variables: String = "{}", token: String? = nil, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.accept] = headers[.accept] ?? "application/json"
        let text = GraphQLValue.string(query).json
        return try await send(
            .post, "/graphql", #"{"query":\#(text),"variables":\#(variables)}"#, token: token, headers: headers)
    }
}
