import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
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

    // MARK: Uploads

    private func upload(
        _ backend: TestBackend, token: String?, map: String = #"{"0":["variables.file"]}"#,
        variables: String = #"{"review":"r-1","file":null}"#, name: String = "0", bytes: [UInt8] = Picture.png,
        limit: Int? = nil
    ) async throws -> TestResponse {
        let query = """
            mutation ($review: ID!, $file: Upload!) { attachPicture(review: $review, file: $file) \
            { name contentType bytes sha256 } }
            """
        var form = Form()
        form.add(
            "Content-Disposition: form-data; name=operations",
            Array(#"{"query":"\#(query)","variables":\#(variables)}"#.utf8))
        if !map.isEmpty { form.add("Content-Disposition: form-data; name=map", Array(map.utf8)) }
        form.add("Content-Disposition: form-data; name=\"\(name)\"; filename=\"a b.png\"", bytes)
        var headers = form.headers
        headers[.accept] = "application/json"
        return try await backend.send(.post, "/graphql", token: token, headers: headers, body: form.buffer)
    }

    @Test("the author attaches a picture by a multipart request")
    func picture() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-ada").access.text
            let digest = Data(SHA256.hash(data: Data(Picture.png))).hexadecimal
            let response = try await upload(backend, token: token)
            #expect(
                response.text == """
                    {"data":{"attachPicture":{"name":"a b.png","contentType":"image/png","bytes":39,\
                    "sha256":"\(digest)"}}}
                    """)
            let text = try await upload(backend, token: token, bytes: Array("text".utf8))
            #expect(text.text.contains("must be a PNG, JPEG, WebP or GIF image"))
            let other = try await upload(backend, token: try await backend.session(of: "u-alan").access.text)
            #expect(other.text.contains("FORBIDDEN"))
            #expect(try await upload(backend, token: nil).text.contains("UNAUTHENTICATED"))
        }
    }

    @Test("a file of a list or an object is found by its path")
    func paths() async throws {
        try await TestBackend.run { backend in
            for (map, status) in [
                (#"{"0":["variables.files.1","variables.a.b"]}"#, HTTPResponse.Status.ok),
                (#"{"0":["variables.files.2"]}"#, .unprocessableContent),
                (#"{"0":["variables.files.0"]}"#, .unprocessableContent),
                (#"{"0":["variables.files.x"]}"#, .unprocessableContent),
                (#"{"0":["operationName"]}"#, .unprocessableContent),
            ] {
                let variables = #"{"review":"r-1","files":["x",null],"a":{"b":null}}"#
                let response = try await upload(backend, token: nil, map: map, variables: variables)
                #expect(response.status == status, "\(map)")
            }
        }
    }

    @Test("a form without a map, with a missing or an unexpected file is refused")
    func invalidForms() async throws {
        try await TestBackend.run { backend in
            for (map, name) in [
                ("", "0"), (#"{"0":["variables.file"]}"#, "1"), (#"{"0":["variables.file"],"1":[]}"#, "0"),
                (#"{"0":[]}"#, "operations"), ("7", "0"),
            ] {
                try await upload(backend, token: nil, map: map, name: name)
                    .expectProblem(.unprocessableContent, "validation_failed")
            }
            try await upload(backend, token: nil, map: "{").expectProblem(.badRequest, "malformed_json")
            let broken = try await backend.send(
                .post, "/graphql", headers: Form().headers, body: ByteBuffer(string: "--strata-boundary"))
            try broken.expectProblem(.badRequest, "malformed_multipart")
        }
    }

    @Test("a file that is too large is refused")
    func largeFile() async throws {
        try await TestBackend.run {
            $0.limits.avatar = 1000
        } _: { backend in
            let bytes = Picture.png + [UInt8](repeating: 0, count: 1000)
            try await upload(backend, token: nil, bytes: bytes).expectProblem(.contentTooLarge, "content_too_large")
        }
    }
}
