import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct UserTests {
    private static let grace = """
        {"avatar_url":null,"created_at":"2026-01-02T09:00:00.000Z",\
        "description":"Wrote the first compiler, and handed out nanoseconds.","email":"grace@example.com",\
        "id":"u-grace","name":"Grace Hopper","role":"member","updated_at":"2026-01-02T09:00:00.000Z"}
        """

    @Test("members read themselves as me and by id, in both versions")
    func reading() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            for path in ["/v2/users/me", "/v2/users/u-grace", "/v2/users/u%2Dgrace"] {
                #expect(try await backend.send(.get, path, token: token).text == Self.grace)
            }
            for path in ["/v1/users/me", "/v1/users/u-grace"] {
                let response = try await backend.send(.get, path, token: token)
                #expect(
                    response.text == """
                        {"description":"Wrote the first compiler, and handed out nanoseconds.",\
                        "email":"grace@example.com","name":"Grace Hopper","userId":"u-grace"}
                        """)
            }
        }
    }

    @Test(
        "another user's id and an unknown id get the same response", arguments: ["u-ada", "u-nobody", "..%2Fu-grace"])
    func existence(id: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(
                .get, "/v2/users/\(id)", token: token, headers: [.xRequestID: "same"])
            try response.expectProblem(.notFound, "not_found")
            #expect(
                response.text == """
                    {"code":"not_found","detail":"Not found, or you don't have access.","request_id":"same",\
                    "status":404,"title":"Not found","type":"tag:strata.example,2026:problem/not_found"}
                    """)
        }
    }

    @Test("PUT replaces a user and updates the date")
    func put() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(
                .put, "/v2/users/u-grace", token: token,
                json: #"{"name":"Amazing Grace","email":"amazing@example.com","description":null,"role":"admin"}"#)
            #expect(
                response.text == """
                    {"avatar_url":null,"created_at":"2026-01-02T09:00:00.000Z","description":null,\
                    "email":"amazing@example.com","id":"u-grace","name":"Amazing Grace","role":"member",\
                    "updated_at":"2026-03-01T09:30:00.250Z"}
                    """)
        }
    }

    @Test("PATCH changes only the fields in its body")
    func patch() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let renamed = try await backend.send(
                .patch, "/v2/users/u-grace", token: token, json: #"{"name":"Amazing Grace"}"#)
            #expect(renamed.text.contains(#""name":"Amazing Grace""#))
            #expect(renamed.text.contains("nanoseconds"))
            let cleared = try await backend.send(
                .patch, "/v2/users/u-grace", token: token, json: #"{"description":null}"#)
            #expect(cleared.text.contains(#""description":null"#))
            #expect(cleared.text.contains(#""name":"Amazing Grace""#))
        }
    }

    @Test("PATCH without a change leaves the date unchanged", arguments: ["{}", #"{"name":"Grace Hopper"}"#])
    func emptyPatch(json: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(.patch, "/v2/users/u-grace", token: token, json: json)
            #expect(response.status == .ok)
            #expect(response.text == Self.grace)
        }
    }

    @Test(
        "another user's email is taken, case-insensitively, and the user's own is not",
        arguments: [HTTPRequest.Method.put, .patch])
    func emailTaken(method: HTTPRequest.Method) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            func change(_ email: String) async throws -> TestResponse {
                try await backend.send(
                    method, "/v2/users/u-grace", token: token,
                    json: #"{"name":"Grace","email":"\#(email)","description":null}"#)
            }
            try await change("ADA@Example.com").expectProblem(.conflict, "email_taken")
            #expect(try await change("GRACE@example.com").status == .ok)
        }
    }

    @Test("deleting a user deletes their tokens and avatar")
    func deletion() async throws {
        try await TestBackend.run { backend in
            let admin = try await backend.logIn(DemoAccounts.ada).access
            let grace = try await backend.logIn(DemoAccounts.grace)
            let form = Form.avatar(Picture.gif, type: "image/gif")
            _ = try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: grace.access, headers: form.headers, body: form.buffer)
            #expect(try await backend.send(.delete, "/v2/users/u-grace", token: grace.access).status == .noContent)

            try await backend.send(.get, "/v2/users/me", token: grace.access)
                .expectProblem(.unauthorized, "invalid_token")
            try await backend.refresh(grace.refresh).expectProblem(.unauthorized, "invalid_refresh_token")
            try await backend.send(.get, "/v2/users/u-grace", token: admin).expectProblem(.notFound, "not_found")
            try await backend.send(.get, "/v2/users/u-grace/avatar", token: admin)
                .expectProblem(.notFound, "not_found")
            try await backend.send(.delete, "/v2/users/u-grace", token: admin).expectProblem(.notFound, "not_found")
        }
    }

}

struct UserListTests {
    @Test(
        "invalid page parameters are reported by field",
        arguments: [
            ("page=0", ["page"]), ("page=-1", ["page"]), ("page=x", ["page"]), ("page=", ["page"]),
            ("page=%2B1", ["page"]), ("per_page=0", ["per_page"]), ("per_page=101", ["per_page"]),
            ("page=99999999999999999999&per_page=1.5", ["page", "per_page"]), ("page=1000001", ["page"]),
        ])
    func badParameters(query: String, fields: [String]) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            try await backend.send(.get, "/v2/users?\(query)", token: token)
                .expectErrors(fields.map { "\($0) invalid" })
        }
    }
}

/// Conditional requests for users.
struct UserConditionTests {
    private func withGrace(
        _ body:
            @escaping @Sendable (
                TestBackend,
                _ send: (HTTPRequest.Method, String, HTTPFields, String?) async throws
                    -> TestResponse
            ) async throws -> Void
    ) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            try await body(backend) { try await backend.send($0, $1, token: token, json: $3, headers: $2) }
        }
    }

    @Test("a change of a user or their avatar changes tag and date")
    func changes() async throws {
        try await withGrace { backend, send in
            var seen: [String] = []
            func read() async throws -> TestResponse {
                let response = try await send(.get, "/v2/users/me", [:], nil)
                seen.append(response.headers[.eTag] ?? "")
                return response
            }
            _ = try await read()
            _ = try await send(.patch, "/v2/users/u-grace", [:], #"{"name":"Amazing Grace"}"#)
            #expect(try await read().headers[.lastModified] == "Sun, 01 Mar 2026 09:30:00 GMT")
            backend.clock.advance(by: .seconds(60))
            let form = Form.avatar(Picture.png)
            let token = try await backend.session(of: "u-grace").access.text
            _ = try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: token, headers: form.headers, body: form.buffer)
            #expect(try await read().headers[.lastModified] == "Sun, 01 Mar 2026 09:31:00 GMT")
            #expect(Set(seen).count == 3)
        }
    }

    @Test("a list has a tag and no date")
    func list() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let first = try await backend.send(.get, "/v2/users", token: token)
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.lastModified] == nil)
            let same = try await backend.send(.get, "/v2/users", token: token, headers: [.ifNoneMatch: tag])
            #expect(same.status == .notModified)
            #expect(try await backend.send(.delete, "/v2/users/u-tony", token: token).status == .noContent)
            let other = try await backend.send(.get, "/v2/users", token: token, headers: [.ifNoneMatch: tag])
            #expect(other.status == .ok)
        }
    }

    @Test(
        "a write with an outdated If-Match is refused and changes nothing", arguments: ["PUT", "PATCH", "DELETE"])
    func lostUpdate(method: String) async throws {
        try await withGrace { _, send in
            let path = "/v2/users/u-grace"
            let json = #"{"name":"Second","email":"grace@example.com","description":null}"#
            let method = try #require(HTTPRequest.Method(method))
            let tag = try #require(try await send(.get, path, [:], nil).headers[.eTag])
            #expect(try await send(.patch, path, [.ifMatch: tag], #"{"name":"First"}"#).status == .ok)
            try await send(method, path, [.ifMatch: tag], json)
                .expectProblem(.preconditionFailed, "precondition_failed")
            let current = try await send(.get, path, [:], nil)
            #expect(current.text.contains(#""name":"First""#))
            let fresh = try #require(current.headers[.eTag])
            #expect(try await send(method, path, [.ifMatch: fresh], json).status.kind == .successful)
        }
    }
}
