import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

/// The mutations, and what GraphQL does with access tokens.
struct ReviewTests {
    private static let add = """
        mutation ($input: ReviewInput!) { addReview(input: $input) { __typename ... on Review { id stars text author }
        ... on ValidationFailed { errors { path message } } } }
        """
    private static let update = """
        mutation ($id: ID!, $changes: ReviewChanges!) { updateReview(id: $id, changes: $changes) { stars text } }
        """

    @Test("a member adds a review, which lists and averages then include")
    func addReview() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-alan").access.text
            let added = try await backend.graphQL(
                Self.add, variables: #"{"input":{"book":84,"stars":1,"text":"Alive?"}}"#, token: token)
            #expect(
                added.text == """
                    {"data":{"addReview":{"__typename":"Review","id":"r-9","stars":1,"text":"Alive?",\
                    "author":"Alan Turing"}}}
                    """)
            let book = try await backend.graphQL("{ book(id: 84) { averageStars reviews(first: 1) { id } } }")
            #expect(book.text == #"{"data":{"book":{"averageStars":3.0,"reviews":[{"id":"r-9"}]}}}"#)
        }
    }

    @Test("an invalid review gets the errors of all fields as data")
    func invalidReview() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-alan").access.text
            let response = try await backend.graphQL(
                Self.add, variables: #"{"input":{"book":7,"stars":6,"text":" "}}"#, token: token)
            #expect(
                response.text == """
                    {"data":{"addReview":{"__typename":"ValidationFailed","errors":[\
                    {"path":["input","book"],"message":"There is no book 7."},\
                    {"path":["input","stars"],"message":"This must be a whole number from 1 to 5."},\
                    {"path":["input","text"],"message":"This field must have at least one visible character."}]}}}
                    """)
        }
    }

    @Test("absent changes leave a review as it is, and null removes its text")
    func threeStates() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-ada").access.text
            for (changes, expected) in [
                ("{}", #""stars":5,"text":"Everyone in it asks who is to blame. The creature is not asked.""#),
                (#"{"stars":4,"text":"Short."}"#, #""stars":4,"text":"Short.""#),
                (#"{"stars":3}"#, #""stars":3,"text":"Short.""#), (#"{"text":null}"#, #""stars":3,"text":null"#),
            ] {
                let response = try await backend.graphQL(
                    Self.update, variables: #"{"id":"r-1","changes":\#(changes)}"#, token: token)
                #expect(response.text == #"{"data":{"updateReview":{\#(expected)}}}"#)
            }
            for (id, changes, code) in [
                ("r-1", #"{"stars":null}"#, "BAD_USER_INPUT"), ("r-1", #"{"stars":0}"#, "BAD_USER_INPUT"),
                ("r-99", "{}", "NOT_FOUND"), ("r-01", "{}", "NOT_FOUND"), ("x", "{}", "NOT_FOUND"),
                ("r-2", "{}", "FORBIDDEN"),
            ] {
                let response = try await backend.graphQL(
                    Self.update, variables: #"{"id":"\#(id)","changes":\#(changes)}"#, token: token)
                #expect(response.text.contains(#""code":"\#(code)""#) && response.text.hasSuffix(#""data":null}"#))
            }
        }
    }

    @Test("a guest gets UNAUTHENTICATED with status 200, and the other fields")
    func guest() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.graphQL("{ me { id } book(id: 84) { id } }")
            #expect(response.status == .ok)
            #expect(
                response.text == """
                    {"errors":[{"message":"This requires an access token.","locations":[{"line":1,"column":3}],\
                    "path":["me"],"extensions":{"code":"UNAUTHENTICATED"}}],"data":{"me":null,"book":{"id":84}}}
                    """)
            let mutation = try await backend.graphQL(Self.add, variables: #"{"input":{"book":84,"stars":1}}"#)
            #expect(mutation.status == .ok && mutation.text.contains("UNAUTHENTICATED"))
            #expect(mutation.text.hasSuffix(#""data":null}"#))
        }
    }

    @Test(
        "an expired, revoked or unknown token gets UNAUTHENTICATED",
        arguments: [CallerKind.expired, .revoked, .garbage])
    func invalidToken(caller: CallerKind) async throws {
        try await TestBackend.run { backend in
            let response = try await backend.graphQL("{ me { id } }", token: try await caller.token(on: backend))
            #expect(response.status == .ok && response.text.contains(#""code":"UNAUTHENTICATED""#))
            #expect(response.text.contains("expired, revoked or unknown") && response.text.hasSuffix(#"{"me":null}}"#))
        }
    }

    @Test("a member reads herself")
    func me() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.graphQL("{ me { id name } }", token: token)
            #expect(response.text == #"{"data":{"me":{"id":"u-grace","name":"Grace Hopper"}}}"#)
        }
    }

    @Test("a fault switch gives unauthenticated responses status 401 with the same body")
    func unauthorizedStatus() async throws {
        try await TestBackend.run { backend in
            let plain = try await backend.graphQL("{ me { id } __typename }", token: "x")
            #expect(try await backend.send(.post, "/faults/graphql-401", json: "{}").status == .noContent)
            #expect(try await backend.graphQL("{ __typename }").status == .ok)
            let response = try await backend.graphQL("{ me { id } __typename }", token: "x")
            #expect(response.status == .unauthorized && response.text == plain.text)
            #expect(response.headers[.wwwAuthenticate] == #"Bearer realm="strata", error="invalid_token""#)
            #expect(try await backend.graphQL("{ me { id } }").status == .ok)
        }
    }

    @Test("a retry with the same idempotency key adds no second review")
    func idempotency() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-alan").access.text
            let headers: HTTPFields = [.idempotencyKey: "k-1"]
            let variables = #"{"input":{"book":84,"stars":1}}"#
            let text = "mutation { __typename addReview(input: {book: 84, stars: 1}) { __typename } }"
            for _ in 1...2 {
                let refused = try await backend.graphQL(text, token: "old", headers: headers)
                // A response without effect is not stored.
                #expect(refused.text.contains("UNAUTHENTICATED") && refused.headers[.idempotencyReplayed] == nil)
            }
            let first = try await backend.graphQL(Self.add, variables: variables, token: token, headers: headers)
            let second = try await backend.graphQL(Self.add, variables: variables, token: token, headers: headers)
            #expect(first.text.contains("r-9") && second.text == first.text)
            #expect(second.headers[.idempotencyReplayed] == "true")
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
