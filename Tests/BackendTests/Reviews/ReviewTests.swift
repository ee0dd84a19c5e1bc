import HTTPTypes
import Testing

@testable import Backend

/// The mutations, and what GraphQL does with access tokens.
struct ReviewTests {
    private static let add = """
        mutation ($input: ReviewInput!) { addReview(input: $input) { __typename ... on Review { id stars text author }
        ... on ValidationFailed { errors { path message } } } }
        """

    @Test("an invalid review gets all errors as data, with the path of each")
    func validation() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-alan")
            let invalid = try await backend.graphQL(
                Self.add, #"{"input":{"book":7,"stars":6,"text":" "}}"#, token: token)
            #expect(invalid.text.hasPrefix(#"{"data":{"addReview":{"__typename":"ValidationFailed","errors":["#))
            #expect(invalid.text.matches(of: /"path":\["input","([a-z]+)"\]/).map(\.1) == ["book", "stars", "text"])
        }
    }

    @Test("a member reads herself, and a guest gets UNAUTHENTICATED with status 200, and the other fields")
    func callers() async throws {
        try await TestBackend.run { backend in
            let me = try await backend.graphQL("{ me { id name } }", token: try await backend.token(of: "u-grace"))
            #expect(me.text == #"{"data":{"me":{"id":"u-grace","name":"Grace Hopper"}}}"#)
            let response = try await backend.graphQL("{ me { id } book(id: 84) { id } }")
            #expect(response.status == .ok && response.text.contains(#""path":["me"]"#))
            #expect(response.text.hasSuffix(#""code":"UNAUTHENTICATED"}}],"data":{"me":null,"book":{"id":84}}}"#))
            let mutation = try await backend.graphQL(Self.add, #"{"input":{"book":84,"stars":1}}"#)
            #expect(mutation.status == .ok && mutation.text.contains("UNAUTHENTICATED"))
            #expect(mutation.text.hasSuffix(#""data":null}"#))
        }
    }

    @Test("an invalid token gets UNAUTHENTICATED, with status 401 and the same body if a fault switch says so")
    func invalidTokens() async throws {
        for caller in [CallerKind.expired, .revoked, .garbage] {
            try await TestBackend.run { backend in
                let token = try await caller.token(on: backend)
                let plain = try await backend.graphQL("{ me { id } __typename }", token: token)
                #expect(plain.status == .ok && plain.text.contains(#""code":"UNAUTHENTICATED""#))
                #expect(plain.text.contains("expired, revoked or unknown") && plain.text.contains(#""me":null"#))
                try await backend.arm("graphql-401")
                #expect(try await backend.graphQL("{ __typename }").status == .ok)
                let response = try await backend.graphQL("{ me { id } __typename }", token: token)
                #expect(response.status == .unauthorized && response.text == plain.text)
                #expect(response.headers[.wwwAuthenticate] == #"Bearer realm="strata", error="invalid_token""#)
                #expect(try await backend.graphQL("{ me { id } }").status == .ok)
            }
        }
    }

    @Test("a retry with the same idempotency key adds no second review, and a response without effect is not stored")
    func idempotency() async throws {
        try await TestBackend.run { backend in
            let headers: HTTPFields = [.idempotencyKey: "k-1"]
            let text = "mutation { __typename addReview(input: {book: 84, stars: 1}) { ... on Review { id } } }"
            let token = try await backend.token(of: "u-alan")
            for (token, isReplayed) in [("old", false), ("old", false), (token, false), (token, true)] {
                let response = try await backend.graphQL(text, token: token, headers: headers)
                #expect(response.text.contains(token == "old" ? "UNAUTHENTICATED" : #""id":"r-9""#))
                #expect((response.headers[.idempotencyReplayed] == "true") == isReplayed)
            }
        }
    }
}

extension Row {
    static let reviews = [
        // Its fields have rules of their own.
        Row(.post, "/graphql", .open, .ok, #"{"query":"{ __typename }"}"#),
        Row(.get, "/graphql", .open, query: "?query=%7B__typename%7D"),
        Row(.get, "/graphql/schema.graphql", .open),
        fault("graphql-average-stars"),
        fault("graphql-401"),
    ]
}
